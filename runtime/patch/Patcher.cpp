//===- Patcher.cpp - Turns udpc instructions on and off -------------------===//
//
// For programs of one thread: bytes are written over while nobody runs them.
//
//===----------------------------------------------------------------------===//

#include "runtime/patch/Patcher.h"
#include "runtime/System.h"
#include "sanitizer_common/sanitizer_libc.h"
#include "udpc/encoding.h"
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;
using namespace __sanitizer;

static constexpr unsigned MaxModules = 64;
static struct {
  const abi::InstructionRec *Begin, *End;
} Modules[MaxModules];
static unsigned NumModules;

void rt::registerSites(const abi::InstructionRec *Begin,
                       const abi::InstructionRec *End) {
  if (Begin != End && NumModules != MaxModules)
    Modules[NumModules++] = {Begin, End};
}

void rt::unregisterSites(const abi::InstructionRec *Begin,
                         const abi::InstructionRec *) {
  for (unsigned I = 0; I != NumModules; ++I)
    if (Modules[I].Begin == Begin)
      Modules[I--] = Modules[--NumModules];
}

bool rt::haveSites() { return NumModules != 0; }

template <typename T> static T *target(const int64_t &Distance) {
  return reinterpret_cast<T *>(reinterpret_cast<intptr_t>(&Distance) +
                               Distance);
}

PatchResult rt::patchSites(EventFilter IsOn) {
  PatchResult Result = {};
#ifdef __x86_64__
  using namespace encoding::x86_64;
  for (unsigned I = 0; I != NumModules; ++I)
    for (auto *R = Modules[I].Begin; R != Modules[I].End; ++R) {
      const UnitRecord &U = unit(unitNumber(target<abi::Unit>(R->Unit)));
      auto *Code = target<uint8_t>(R->Address);
      bool On = IsOn(U, U.View.Sites[R->Site].Event);
      if (On == (Code[0] == 0x64))
        continue;
      uint8_t Bytes[Size] = {0x64, 0x48, 0xff,
                             uint8_t(R->Command ? 0x0c : 0x04), 0x25};
      auto Slot = int32_t(U.SlotsOffset + 8 * intptr_t(R->Site));
      if (On) {
        internal_memcpy(Bytes + 5, &Slot, 4);
      } else {
        internal_memcpy(Bytes, Opcode, sizeof(Opcode));
        uint32_t Word = encoding::word(R->Counter, R->Command);
        internal_memcpy(Bytes + 5, &Word, 4);
      }
      long Page = reinterpret_cast<long>(Code) & -4096;
      rawSyscall(SYS_mprotect, Page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
      internal_memcpy(Code, Bytes, Size);
      rawSyscall(SYS_mprotect, Page, 8192, PROT_READ | PROT_EXEC);
      ++Result.Changed;
    }
#endif
  return Result;
}
