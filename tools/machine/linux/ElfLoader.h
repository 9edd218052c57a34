//===- ElfLoader.h - Loads a program into memory -------------- -*- C++ -*-===//
//
// Loads static riscv64 Linux executables, position-independent ones too, and
// makes the stack that the kernel gives a program (System V ABI; Linux'
// fs/binfmt_elf.c for the auxiliary vector).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_LINUX_ELFLOADER_H
#define UDPC_TOOLS_MACHINE_LINUX_ELFLOADER_H

#include "tools/machine/linux/GuestMemory.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace udpc {
namespace machine {

/// What makeStack needs to know of a loaded program.
struct LoadedProgram {
  uint64_t Entry;
  /// Address of the program headers in memory; 0 if they are not loaded.
  uint64_t Headers;
  unsigned NumHeaders;
};

/// Maps the segments of the file \p Path and sets the break after them. Errors
/// name the file and a remedy.
llvm::Expected<LoadedProgram> loadProgram(GuestMemory &Memory,
                                          llvm::StringRef Path);

/// Maps a stack of \p StackSize bytes with arguments, environment and auxiliary
/// vector. Returns the stack pointer.
llvm::Expected<uint64_t> makeStack(GuestMemory &Memory,
                                   const LoadedProgram &Program,
                                   llvm::ArrayRef<std::string> Arguments,
                                   llvm::ArrayRef<std::string> Environment,
                                   uint64_t StackSize);

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_ELFLOADER_H
