//===- TargetDescription.cpp - Targets with udpc instructions -------------===//

#include "passes/target/TargetDescription.h"
#include "passes/target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

static ArrayRef<const TargetDescription *> targets() {
  static const TargetDescription *const All[] = {&x86_64Target(),
                                                 &riscv64Target()};
  return All;
}

const TargetDescription *udpc::findTarget(const Triple &T) {
  for (const TargetDescription *D : targets())
    if (D->fits(T))
      return D;
  return nullptr;
}

const TargetDescription *udpc::findTarget(StringRef Name) {
  for (const TargetDescription *D : targets())
    if (D->name() == Name)
      return D;
  return nullptr;
}

std::string udpc::targetNames() {
  return join(map_range(targets(),
                        [](const TargetDescription *D) { return D->name(); }),
              ", ");
}
