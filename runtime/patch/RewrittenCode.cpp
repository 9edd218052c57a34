//===- RewrittenCode.cpp - Detects code rewritten by BOLT -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/RewrittenCode.h"
#include "runtime/base/Bytes.h"
#include "runtime/system/System.h"
#include <fcntl.h>
#include <link.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

namespace {
struct Search {
  uintptr_t Address;
  /// The path of the module, if it has several executable segments.
  const char *Path;
};
} // namespace

static int visitModule(dl_phdr_info *Info, size_t, void *Data) {
  auto &S = *static_cast<Search *>(Data);
  unsigned NumExecutable = 0;
  bool IsIt = false;
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const auto &H = Info->dlpi_phdr[I];
    if (H.p_type != PT_LOAD || !(H.p_flags & PF_X))
      continue;
    ++NumExecutable;
    IsIt |= S.Address - (Info->dlpi_addr + H.p_vaddr) < H.p_memsz;
  }
  if (IsIt && NumExecutable > 1)
    S.Path = *Info->dlpi_name ? Info->dlpi_name : "/proc/self/exe";
  return IsIt;
}

static bool readAt(int FD, uint64_t At, void *To, size_t Size) {
  return rawSyscall(SYS_pread64, FD, asLong(To), static_cast<long>(Size),
                    static_cast<long>(At)) == static_cast<long>(Size);
}

/// Returns whether the file has the section of BOLT's note.
static bool hasNote(int FD) {
  static const char Name[] = ".note.bolt_info";
  ElfW(Ehdr) File;
  ElfW(Shdr) Names, Section;
  auto Header = [&](uint64_t I, ElfW(Shdr) & To) {
    return readAt(FD, File.e_shoff + I * sizeof(To), &To, sizeof(To));
  };
  if (!readAt(FD, 0, &File, sizeof(File)) || !File.e_shoff ||
      File.e_shentsize != sizeof(Section) || !Header(File.e_shstrndx, Names))
    return false;
  for (unsigned I = 0; I != File.e_shnum; ++I) {
    char Text[sizeof(Name)];
    if (Header(I, Section) && Section.sh_type == SHT_NOTE &&
        readAt(FD, Names.sh_offset + Section.sh_name, Text, sizeof(Text)) &&
        sameBytes(Text, Name, sizeof(Name)))
      return true;
  }
  return false;
}

void rt::warnIfRewritten(uintptr_t Address) {
  static bool HasWarned;
  if (HasWarned)
    return;
  Search S = {Address, nullptr};
  dl_iterate_phdr(visitModule, &S);
  int FD = S.Path ? openFile(S.Path, O_RDONLY) : -1;
  if (FD < 0)
    return;
  if (hasNote(FD)) {
    HasWarned = true;
    warn(S.Path, ": rewritten by BOLT: the code that runs is a copy without "
                 "udpc instructions, and their events count nothing; use "
                 "lowering: inline");
  }
  closeFile(FD);
}
