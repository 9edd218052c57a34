//===- ElfConverter.h - Writes a file with sites added ---------*- C++ -*-===//
//
// Makes a file that counts from a linked file and a RewritePlan for it. The
// original's bytes keep their places, except for the patched instructions, the
// ELF header, section headers and the dynamic section. The added bytes follow
// them, in three segments:
//
//   R    program headers; the dynamic symbols, strings, versions and
//        relocations with additions; unwind information; the note; the table
//   R X  the plan's code, and the code that registers the unit
//   RW   the unit's record and its early slots; the dynamic section if it needs
//        room
//
// In these segments address minus offset is the same as in the first one:
// kernels before 5.18 compute the address of the program headers that way.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_ELFCONVERTER_H
#define UDPC_REWRITE_ELF_ELFCONVERTER_H

#include "rewrite/elf/ElfImage.h"
#include "rewrite/plan/RewritePlan.h"
#include "llvm/Object/ELFObjectFile.h"
#include <string>

namespace udpc {

struct ConversionInput {
  const ElfImage &Image;
  const llvm::object::ELFObjectFileBase &File; ///< The parsed form of Image.
  const RewritePlan &Plan;                     ///< Without breakpoints.
  llvm::ArrayRef<uint8_t> Table;               ///< The site table.
  uint32_t NumSlots = 0;
  bool AddRuntime = true; ///< Whether the file needs the shared runtime.
  std::string Runtime;    ///< The runtime's path; "" for its soname.
};

/// The bytes of a converted file.
struct ConvertedFile {
  std::string Start; ///< The original bytes, changed.
  /// The offset of Added in the file; zeros fill the gap.
  uint64_t AddedOffset = 0;
  std::string Added;
};

/// Converts a file. Fails if it cannot be converted; the message says why.
llvm::Expected<ConvertedFile> convertFile(const ConversionInput &Input);

} // namespace udpc

#endif // UDPC_REWRITE_ELF_ELFCONVERTER_H
