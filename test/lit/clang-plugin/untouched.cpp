// Functions without marks are compiled as without the plugin, including their
// coverage records, also if all function bodies are searched.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf 'version: 1\nevents:\n- {event: e, mark: m}\n- {event: r, return: "*", at: "none.cpp:1"}\n' > spec.yaml
// RUN: printf 'static inline void seen() { __attribute__((udpc_event("m"))); }\n' > seen.h
// RUN: clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=spec.yaml -w -std=c++20 -g -fprofile-instr-generate \
// RUN:   -fcoverage-mapping -S -emit-llvm -include seen.h %s -o with.ll
// RUN: sed -i 's/__attribute__((udpc_event("m")))/                                /' seen.h && grep '{   *;' seen.h
// RUN: clang++ -w -std=c++20 -g -fprofile-instr-generate -fcoverage-mapping -S -emit-llvm \
// RUN:   -include seen.h %s -o without.ll
// RUN: diff with.ll without.ll && grep -c 'define ' with.ll

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <vector>

int main(int argc, char **argv) {
  std::map<std::string, std::vector<int>> m;
  std::function<int(int)> f = [&](int x) { return x + argc; };
  for (int i = 0; i < argc; ++i)
    m[argv[i]].push_back(f(i));
  std::regex r("a(b|c)*");
  auto p = std::make_unique<int>(std::count_if(m.begin(), m.end(), [&](auto &e) {
    switch (e.second.size()) {
    case 0:
      return false;
    default:
      return std::regex_match(e.first, r);
    }
  }));
  do {
    std::cout << *p << ({ int x = 1; x + 1; });
  } while (--*p > 0);
  return *p;
}
