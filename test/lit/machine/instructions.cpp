// The machine executes the instructions that QEMU executes: a C++ program with
// exceptions, the C++ library, floating point and files.
//
// REQUIRES: machine
// RUN: %llvm_bin/clang++ -shared -fPIC -I %udpc_src %S/Inputs/count-instructions.cpp -o %t.so
// RUN: riscv64-linux-gnu-g++ -O2 -static %s -o %t
// RUN: env -i A=1 qemu-riscv64 -plugin %t.so,out=%t.qemu %t 5000 %s > %t.out
// RUN: env -i A=1 %udpc_lib/../bin/udpc-machine --counters=%t.json %t 5000 %s > %t.out2
// RUN: diff %t.out %t.out2
// RUN: grep 'event  1"' %t.json | diff %t.qemu -
// RUN: FileCheck %s --input-file %t.out
//
// Loads and stores are accesses of data; all counters are there.
// RUN: grep -c event %t.json | grep -x 64
// RUN: %python %S/Inputs/relations.py %t.json
//
// CHECK: caught 5000
// CHECK: lines {{[1-9]}}

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

static void fail(int N) { throw std::runtime_error(std::to_string(N)); }

int main(int Argc, char **Argv) {
  int N = std::atoi(Argv[1]);
  std::map<std::string, int> Words;
  std::vector<double> Values;
  unsigned Seed = 1;
  for (int I = 0; I != N; ++I) {
    Seed = Seed * 1103515245 + 12345;
    ++Words["word" + std::to_string(Seed % 97)];
    Values.push_back(std::sqrt(Seed >> 4));
  }
  std::sort(Values.begin(), Values.end());
  try {
    fail(N);
  } catch (const std::exception &E) {
    std::printf("caught %s\n", E.what());
  }
  std::ifstream File(Argv[2]);
  std::string Line;
  int Lines = 0;
  while (std::getline(File, Line))
    ++Lines;
  std::printf("lines %d words %zu median %.3f\n", Lines, Words.size(),
              Values[N / 2]);
  return Argc != 3;
}
