//===- udpc/converted.h - The note in converted files ---------------------===//
//
// A file that `udpc convert` has written has a note (PT_NOTE, and a section
// .note.udpc) of the owner "udpc" and the type ConvertedNoteType, which says
// what has been added. docs/convert.md describes such files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CONVERTED_H
#define UDPC_CONVERTED_H

#include <stdint.h>

namespace udpc {
namespace abi {

constexpr char ConvertedNoteOwner[] = "udpc";
constexpr uint32_t ConvertedNoteType = 1;
constexpr uint32_t ConvertedNoteVersion = 1;

/// The contents of the note. Addresses are as in the file, before it is loaded.
struct ConvertedNote {
  uint32_t Version;
  /// Checksum (CRC-32, as zlib's) and size of the file that was converted.
  uint32_t OriginalChecksum;
  uint64_t OriginalSize;
  uint64_t Unit; ///< The abi::Unit of its sites.
  uint64_t Code; ///< The added code.
  uint64_t CodeSize;
};

static_assert(sizeof(ConvertedNote) == 40, "ABI");

} // namespace abi
} // namespace udpc

#endif // UDPC_CONVERTED_H
