//===- BuildId.cpp - The build IDs of loaded files ------------------------===//
//
// Another thread may close a library while its headers are read. So the kernel
// copies them, and returns an error in that case.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/modules/BuildId.h"
#include "runtime/base/Bytes.h"
#include "runtime/modules/Executable.h"
#include "runtime/system/System.h"
#include <elf.h>
#include <link.h>
#include <sys/syscall.h>
#include <sys/uio.h>

using namespace udpc;
using namespace udpc::rt;

static bool copyFrom(uintptr_t Address, void *To, size_t Size) {
  iovec Local = {To, Size}, Remote = {reinterpret_cast<void *>(Address), Size};
  return rawSyscall(SYS_process_vm_readv, currentPid(), asLong(&Local), 1,
                    asLong(&Remote), 1) == static_cast<long>(Size);
}

/// Finds the build ID in the notes from \p At to \p End; returns its size or 0.
static unsigned findInNotes(uintptr_t At, uintptr_t End,
                            uint8_t (&Id)[MaxBuildId]) {
  ElfW(Nhdr) Note;
  while (End - At >= sizeof(Note) && copyFrom(At, &Note, sizeof(Note))) {
    At += sizeof(Note);
    uint64_t NameSize = (uint64_t(Note.n_namesz) + 3) & ~uint64_t(3);
    uint64_t DescSize = (uint64_t(Note.n_descsz) + 3) & ~uint64_t(3);
    if (NameSize + DescSize > End - At)
      return 0;
    char Name[4];
    if (Note.n_type == NT_GNU_BUILD_ID && Note.n_namesz == 4 &&
        Note.n_descsz <= MaxBuildId && copyFrom(At, Name, 4) &&
        sameBytes(Name, "GNU", 4) && copyFrom(At + NameSize, Id, Note.n_descsz))
      return Note.n_descsz;
    At += NameSize + DescSize;
  }
  return 0;
}

unsigned rt::readBuildId(uintptr_t Base, uint8_t (&Id)[MaxBuildId]) {
  ElfW(Ehdr) File;
  if (!copyFrom(Base, &File, sizeof(File)) ||
      !sameBytes(File.e_ident, ELFMAG, SELFMAG) ||
      File.e_phentsize != sizeof(ElfW(Phdr)))
    return 0;
  uintptr_t Bias = Base;
  for (unsigned I = 0; I != File.e_phnum; ++I) {
    ElfW(Phdr) Segment;
    if (!copyFrom(Base + File.e_phoff + I * sizeof(Segment), &Segment,
                  sizeof(Segment)))
      return 0;
    // Addresses count from 0, except in executables at fixed addresses.
    if (Segment.p_type == PT_LOAD && !Segment.p_offset)
      Bias = Base - Segment.p_vaddr;
    if (Segment.p_type != PT_NOTE)
      continue;
    uintptr_t Notes = Bias + Segment.p_vaddr;
    if (unsigned Size = findInNotes(Notes, Notes + Segment.p_memsz, Id))
      return Size;
  }
  return 0;
}

unsigned rt::readExecutableBuildId(uint8_t (&Id)[MaxBuildId]) {
  return readBuildId(executable().Begin, Id);
}
