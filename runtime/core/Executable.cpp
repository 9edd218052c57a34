//===- Executable.cpp - The program headers of the executable -------------===//

#include "runtime/core/Executable.h"
#include "runtime/logic/Bytes.h"
#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// Marks executables that contain the runtime. An ELF note (elf(5)) survives
/// strip and is found without section headers.
struct RuntimeNote {
  ElfW(Nhdr) Header;
  char Name[8];
};
constexpr char NoteName[8] = "udpc_rt";

/// The executable's program headers.
class ProgramHeaders {
public:
  ProgramHeaders()
      : First(reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR))),
        Count(First ? getauxval(AT_PHNUM) : 0) {}

  const ElfW(Phdr) *begin() const { return First; }
  const ElfW(Phdr) *end() const { return First + Count; }

  /// What is added to the addresses of the file.
  uintptr_t bias() const {
    auto Address = reinterpret_cast<uintptr_t>(First);
    uintptr_t Bias = 0;
    for (const auto &H : *this) {
      // The program headers follow the ELF header, in the first segment that
      // is in the file. (GNU ld gives one without contents offset 0, too.)
      if (H.p_type == PT_LOAD && H.p_filesz && !H.p_offset)
        Bias = Address - sizeof(ElfW(Ehdr)) - H.p_vaddr;
      if (H.p_type == PT_PHDR)
        return Address - H.p_vaddr;
    }
    return Bias;
  }

private:
  const ElfW(Phdr) * First;
  uint64_t Count;
};

} // namespace

__attribute__((section(".note.udpc_rt"), used,
               aligned(4))) static const RuntimeNote Note = {
    {sizeof(NoteName), 0, 1}, "udpc_rt"};

AddressRange rt::executable() {
  ProgramHeaders Headers;
  uintptr_t Bias = Headers.bias();
  AddressRange Range = {UINTPTR_MAX, 0};
  for (const auto &H : Headers) {
    if (H.p_type != PT_LOAD)
      continue;
    uintptr_t Begin = Bias + H.p_vaddr, End = Begin + H.p_memsz;
    Range.Begin = Begin < Range.Begin ? Begin : Range.Begin;
    Range.End = End > Range.End ? End : Range.End;
  }
  return Range;
}

/// Whether the notes from \p At to \p End, aligned to \p Align, have ours.
static bool hasRuntimeNote(uintptr_t At, uintptr_t End, uintptr_t Align) {
  auto Padded = [Align](uintptr_t Size) {
    return (Size + Align - 1) & ~(Align - 1);
  };
  while (At < End && End - At >= sizeof(RuntimeNote)) {
    auto *N = reinterpret_cast<const RuntimeNote *>(At);
    if (N->Header.n_namesz == sizeof(NoteName) &&
        sameBytes(N->Name, NoteName, sizeof(NoteName)))
      return true;
    uintptr_t Size = sizeof(N->Header) + Padded(N->Header.n_namesz) +
                     Padded(N->Header.n_descsz);
    if (Size > End - At)
      break;
    At += Size;
  }
  return false;
}

bool rt::executableHasRuntime() {
  ProgramHeaders Headers;
  uintptr_t Bias = Headers.bias();
  for (const auto &H : Headers)
    if (H.p_type == PT_NOTE &&
        hasRuntimeNote(Bias + H.p_vaddr, Bias + H.p_vaddr + H.p_memsz,
                       H.p_align == 8 ? 8 : 4))
      return true;
  return false;
}
