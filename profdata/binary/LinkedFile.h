//===- LinkedFile.h - Validates linked ELF files ----------------*- C++ -*-===//
//
// Checks ELF files before LLVM's readers see them, and hides the four types of
// ELF files. Used by all readers of binaries.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_LINKEDFILE_H
#define UDPC_PROFDATA_BINARY_LINKEDFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"

namespace udpc {

/// Whether a file that begins with \p Begin may be an ELF file.
inline bool mayBeElf(llvm::StringRef Begin) {
  return Begin.starts_with("\x7f"
                           "ELF");
}

/// Calls \p Work with the ELFFile of \p File, which is of one of four types.
template <class Callable>
auto withELFFile(const llvm::object::ELFObjectFileBase &File, Callable Work) {
  using namespace llvm::object;
  if (const auto *F = llvm::dyn_cast<ELF64LEObjectFile>(&File))
    return Work(F->getELFFile());
  if (const auto *F = llvm::dyn_cast<ELF32LEObjectFile>(&File))
    return Work(F->getELFFile());
  if (const auto *F = llvm::dyn_cast<ELF64BEObjectFile>(&File))
    return Work(F->getELFFile());
  return Work(llvm::cast<ELF32BEObjectFile>(File).getELFFile());
}

/// Fails if \p File is damaged in a way that would make LLVM's iterators over
/// sections and symbols abort.
llvm::Error checkSections(const llvm::object::ELFObjectFileBase &File);

/// Returns the address of the page of the lowest loaded byte. Fails if nothing
/// is loaded because the file is not linked.
llvm::Expected<uint64_t>
loadAddressOf(const llvm::object::ELFObjectFileBase &File);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_LINKEDFILE_H
