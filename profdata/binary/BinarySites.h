//===- BinarySites.h - The udpc instructions of a linked file --*- C++ -*-===//
//
// Reads from a program or library, without running it, where its udpc
// instructions are (section __udpc_sites) and what they mean (section
// __udpc_tables). Used by `udpc sites`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_BINARYSITES_H
#define UDPC_PROFDATA_BINARY_BINARYSITES_H

#include "udpc/abi.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace udpc {

/// One udpc instruction, or one of the sites that it counts.
struct BinarySite {
  uint64_t Address = 0; ///< The address in the file, before loading.
  uint8_t Counter = 0;
  abi::SiteCommand Command = abi::SiteCommand::Inc;
  bool KeepsFlags = false;
  /// The demangled name of the function that contains the instruction; "" if
  /// the file has no symbol for it.
  std::string Symbol;
  /// Whether the file has a record of the instruction. The following fields are
  /// set only then.
  bool IsKnown = false;
  std::string Event;
  abi::SiteKind Kind = abi::SiteKind::Entry;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  /// The source function, demangled; "" for lines of several functions.
  std::string Function;
};

/// All udpc instructions of a file.
struct BinarySites {
  /// Sorted by address. An instruction that counts several sites, or counts a
  /// site several times, has an element for each.
  std::vector<BinarySite> Sites;
  /// Warnings about records without an instruction and instructions without a
  /// record, one line each, without the file's name.
  std::vector<std::string> Warnings;

  /// Reads \p File. Fails if it is not a linked ELF file, is for another
  /// processor, has no udpc instructions, or is damaged.
  static llvm::Expected<BinarySites> read(llvm::StringRef File);
  /// Decodes the contents of a file. Checks everything, so \p Buffer may be
  /// hostile. Time and memory are proportional to its size and to the size of
  /// the result's names.
  static llvm::Expected<BinarySites> decode(llvm::MemoryBufferRef Buffer);
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_BINARYSITES_H
