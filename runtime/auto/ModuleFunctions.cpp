//===- ModuleFunctions.cpp - The functions of loaded modules --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/ModuleFunctions.h"
#include <link.h>

using namespace udpc;
using namespace udpc::rt;

uintptr_t ModuleFunctions::functionOf(uintptr_t Address) const {
  constexpr uintptr_t Piece = 4096;
  return Functions.isEmpty() ? Address & ~(Piece - 1)
                             : Functions.startOf(Address);
}

namespace {
struct Search {
  uintptr_t Address;
  ModuleFunctions Found;
};
} // namespace

static int visitModule(dl_phdr_info *Info, size_t, void *Data) {
  auto &S = *static_cast<Search *>(Data);
  ModuleFunctions Code = {UINTPTR_MAX, 0, {}};
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const auto &H = Info->dlpi_phdr[I];
    uintptr_t Begin = Info->dlpi_addr + H.p_vaddr, End = Begin + H.p_memsz;
    if (H.p_type == PT_GNU_EH_FRAME)
      Code.Functions =
          UnwindTable(reinterpret_cast<const uint8_t *>(Begin), H.p_memsz);
    if (H.p_type != PT_LOAD || !(H.p_flags & PF_X))
      continue;
    Code.Begin = Begin < Code.Begin ? Begin : Code.Begin;
    Code.End = End > Code.End ? End : Code.End;
  }
  if (!Code.contains(S.Address))
    return 0;
  S.Found = Code;
  return 1;
}

ModuleFunctions rt::findModuleFunctions(uintptr_t Address) {
  Search S = {Address, {}};
  dl_iterate_phdr(visitModule, &S);
  return S.Found;
}
