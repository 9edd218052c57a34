//===- udpc/notes.h - ELF notes of executables and libraries ----*- C++ -*-===//
//
// Notes (elf(5)) survive strip, are found without section headers, and neither
// the visibility of symbols nor a version script hides them. Ours have the name
// NoteName.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_NOTES_H
#define UDPC_NOTES_H

#include <stdint.h>

namespace udpc {
namespace abi {

constexpr char NoteName[8] = "udpc_rt";

enum NoteType : uint32_t {
  /// The module contains the runtime. No content.
  RuntimeNote = 1,
  /// Options as in UDPC_OPTIONS, a string that ends with 0: from
  /// -fudpc-options,
  /// or the macro UDPC_DEFAULT_OPTIONS of udpc.h.
  OptionsNote = 2
};

/// ELF section of the second.
#define UDPC_OPTIONS_SECTION ".note.udpc_options"

} // namespace abi
} // namespace udpc

#endif // UDPC_NOTES_H
