//===- AddedSections.h - Section headers of a converted file ----*- C++ -*-===//
//
// Makes the bytes after the loaded pieces: sections that debuggers and other
// tools read, and all section headers. Used by the converter.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_ADDEDSECTIONS_H
#define UDPC_REWRITE_ELF_ADDEDSECTIONS_H

#include "rewrite/elf/AddedPieces.h"

namespace udpc {

/// The sections that are not loaded, and the section headers.
struct SectionTail {
  std::string Bytes;
  uint64_t HeadersOffset = 0; ///< In the file.
  uint64_t NumHeaders = 0;
};

/// Returns the tail of the file, which begins at \p Offset. Empty if \p Image
/// has no section headers.
SectionTail makeSections(const ElfImage &Image, const AddedPieces &Pieces,
                         uint64_t Offset);

} // namespace udpc

#endif // UDPC_REWRITE_ELF_ADDEDSECTIONS_H
