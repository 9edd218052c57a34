//===- BinarySites.h - The udpc instructions of a linked file --*- C++ -*-===//
//
// Reads a program or library, without running it: where its udpc instructions
// are (section __udpc_sites), and what they mean (section __udpc_tables).
//
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
  /// Demangled name of the function that the instruction is in; "" if the file
  /// has no symbol for it.
  std::string Symbol;
  /// The following fields are known only if the file has a record of the
  /// instruction.
  bool IsKnown = false;
  std::string Event;
  abi::SiteKind Kind = abi::SiteKind::Entry;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Function; ///< The source function, demangled; "" for lines of
                        ///< several.
};

struct BinarySites {
  /// By address. An instruction that counts several sites, or one several
  /// times, is there as often.
  std::vector<BinarySite> Sites;
  /// Warnings: records without an instruction, instructions without a record.
  /// One line each, without the file's name.
  std::vector<std::string> Warnings;

  /// Fails if \p File is no linked ELF file, is for another processor, has no
  /// udpc instructions, or is damaged.
  static llvm::Expected<BinarySites> read(llvm::StringRef File);
  /// Everything is checked; \p Buffer may be hostile. Takes time and memory in
  /// proportion to its size and to that of the result's names.
  static llvm::Expected<BinarySites> decode(llvm::MemoryBufferRef Buffer);
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_BINARYSITES_H
