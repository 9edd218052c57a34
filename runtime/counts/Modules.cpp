//===- Modules.cpp - The files that units were loaded from ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/Modules.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/counts/Units.h"
#include "runtime/modules/Mappings.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

namespace {
/// A path, stored once. The list only grows.
struct ModuleName {
  ModuleName *Next;
  char Path[1];
};
} // namespace

static ModuleName *Names;
static Pool Memory;

/// Returns the stored copy of \p Path; null if out of memory.
static const char *intern(const char *Path) {
  for (ModuleName *N = Names; N; N = N->Next)
    if (sameText(N->Path, Path))
      return N->Path;
  size_t Length = lengthOf(Path);
  auto *N =
      static_cast<ModuleName *>(Memory.allocate(sizeof(ModuleName) + Length));
  if (!N)
    return nullptr;
  copyBytes(N->Path, Path, Length + 1);
  N->Next = Names;
  Names = N;
  return N->Path;
}

static bool lacksModule(const UnitRecord &U) { return U.Unit && !U.Module; }

/// Sets the module of the units whose record is in \p Map.
static void nameUnits(const Mapping &Map, void *) {
  // Memory without a file may have a name in brackets.
  if (*Map.Name != '/')
    return;
  const char *Path = nullptr;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    UnitRecord &U = unit(I);
    auto Address = reinterpret_cast<uintptr_t>(U.Unit);
    if (!lacksModule(U) || Address < Map.Start || Address >= Map.End)
      continue;
    if (!Path && !(Path = intern(Map.Name)))
      return;
    U.Module = Path;
  }
}

void rt::findModules() {
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (lacksModule(unit(I))) {
      visitMappings(nameUnits, nullptr);
      break;
    }
}
