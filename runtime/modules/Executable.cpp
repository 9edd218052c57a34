//===- Executable.cpp - The headers of the executable ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/modules/Executable.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "udpc/abi.h"
#include <elf.h>
#include <sys/auxv.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// ELF note (elf(5)) of executables that contain the runtime. Notes survive
/// strip and are found without section headers.
struct RuntimeNote {
  ElfW(Nhdr) Header;
  char Name[8];
};
static_assert(sizeof(abi::NoteName) == sizeof(RuntimeNote::Name), "no padding");

/// The executable's program headers.
class ProgramHeaders {
public:
  ProgramHeaders()
      : First(reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR))),
        Count(First ? getauxval(AT_PHNUM) : 0) {}

  const ElfW(Phdr) * begin() const { return First; }
  const ElfW(Phdr) * end() const { return First + Count; }

  /// Returns the difference of addresses in memory and in the file.
  uintptr_t bias() const {
    auto Address = reinterpret_cast<uintptr_t>(First);
    uintptr_t Bias = 0;
    for (const auto &H : *this) {
      // The program headers follow the ELF header, in the first segment with
      // contents in the file. (GNU ld also gives one without contents offset
      // 0.)
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
    {sizeof(abi::NoteName), 0, abi::RuntimeNote}, "udpc_rt"};

LoadedRange rt::executable() {
  ProgramHeaders Headers;
  uintptr_t Bias = Headers.bias();
  LoadedRange Range = {UINTPTR_MAX, 0};
  for (const auto &H : Headers) {
    if (H.p_type != PT_LOAD)
      continue;
    uintptr_t Begin = Bias + H.p_vaddr, End = Begin + H.p_memsz;
    Range.Begin = Begin < Range.Begin ? Begin : Range.Begin;
    Range.End = End > Range.End ? End : Range.End;
  }
  return Range;
}

NoteContent rt::findNote(const char *Owner, uint32_t Type, const ElfW(Phdr) & H,
                         uintptr_t Bias) {
  if (H.p_type != PT_NOTE)
    return {};
  uintptr_t Align = H.p_align == 8 ? 8 : 4;
  auto Padded = [Align](uintptr_t Size) {
    return (Size + Align - 1) & ~(Align - 1);
  };
  size_t OwnerSize = lengthOf(Owner) + 1;
  uintptr_t At = Bias + H.p_vaddr, End = At + H.p_memsz;
  while (At < End && End - At >= sizeof(ElfW(Nhdr))) {
    auto *N = reinterpret_cast<const ElfW(Nhdr) *>(At);
    uintptr_t Content = sizeof(*N) + Padded(N->n_namesz);
    if (Content + N->n_descsz > End - At)
      break;
    if (N->n_type == Type && N->n_namesz == OwnerSize &&
        sameBytes(N + 1, Owner, OwnerSize))
      return {reinterpret_cast<const uint8_t *>(At + Content), N->n_descsz};
    At += Content + Padded(N->n_descsz);
  }
  return {};
}

/// Returns the content of our note of \p Type in a segment like findNote(), as
/// text.
static const char *findOurNote(uint32_t Type, const ElfW(Phdr) & H,
                               uintptr_t Bias) {
  return reinterpret_cast<const char *>(
      findNote(abi::NoteName, Type, H, Bias).Bytes);
}

/// Returns the content of the executable's note of \p Type; null if there is
/// none.
static const char *findNoteOfExecutable(uint32_t Type) {
  ProgramHeaders Headers;
  uintptr_t Bias = Headers.bias();
  for (const auto &H : Headers)
    if (const char *Content = findOurNote(Type, H, Bias))
      return Content;
  return nullptr;
}

bool rt::executableHasRuntime() {
  return findNoteOfExecutable(abi::RuntimeNote);
}

static int visitModule(dl_phdr_info *Info, size_t, void *Found) {
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I)
    if (const char *Content = findOurNote(abi::OptionsNote, Info->dlpi_phdr[I],
                                          Info->dlpi_addr)) {
      *static_cast<const char **>(Found) = Content;
      return 1;
    }
  return 0;
}

const char *rt::linkedOptions() {
  const char *Found = findNoteOfExecutable(abi::OptionsNote);
  // The modules of another namespace do not include the executable.
  if (!Found)
    dl_iterate_phdr(visitModule, &Found);
  return Found ? Found : "";
}

bool rt::isInOtherNamespace() {
  auto Headers = reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR));
  return !dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Headers) {
        return static_cast<int>(Info->dlpi_phdr == Headers);
      },
      const_cast<ElfW(Phdr) *>(Headers));
}
