//===- Processor.cpp - Processors of binaries -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/processor/Processor.h"
#include "profdata/binary/processor/Processors.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

static ArrayRef<const Processor *> processors() {
  static const Processor *const All[] = {
      &x86_64Processor(),
      &riscv64Processor(),
      &aarch64Processor(),
  };
  return All;
}

template <typename Predicate>
static const Processor *findWhere(Predicate Fits) {
  auto It = find_if(processors(), Fits);
  return It == processors().end() ? nullptr : *It;
}

const Processor *udpc::findProcessor(const Triple &T) {
  return findWhere([&](const Processor *P) { return P->fits(T); });
}

const Processor *udpc::findProcessor(uint16_t ElfMachine) {
  return findWhere(
      [&](const Processor *P) { return P->elfMachine() == ElfMachine; });
}

std::string udpc::processorNames(function_ref<bool(const Processor &)> Wanted) {
  std::vector<StringRef> Names;
  for (const Processor *P : processors())
    if (Wanted(*P))
      Names.push_back(P->name());
  std::string Text;
  for (size_t I = 0; I != Names.size(); ++I)
    Text += (I == 0                  ? ""
             : I + 1 == Names.size() ? " and "
                                     : ", ") +
            Names[I].str();
  return Text;
}
