//===- udpc/keys.h - The section of keys -----------------------*- C++ -*-===//
//
// The contract between the plugin, which writes the keys of memory operations
// into object files, and readers of linked files. docs/hints.md is
// the prose version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_KEYS_H
#define UDPC_KEYS_H

#include <cstdint>

namespace udpc {
namespace abi {

/// Name of the section, which is not loaded. The prefix makes tools treat it as
/// debug information: they remove it with --strip-debug and keep it with
/// --only-keep-debug, and linkers set the addresses of discarded code to 0.
#define UDPC_KEYS_SECTION ".debug_udpc_keys"

/// The section has a part for each object file:
///
///   u32 size of the rest of the part, u16 version, u8 size of addresses,
///   u8 size of distances (0: ULEB128),
///   uleb number of names, names: NUL-terminated,
///   uleb number of scopes, scopes,
///   groups up to the end of the part.
///
/// A scope is a function in the code of the one that it is inlined into, or of
/// itself:
///
///   uleb parent + 1, an earlier scope (0: the function has the code),
///   uleb name,
///   uleb line: without a parent, where the function begins; else the line
///   offset
///     of the call in the parent,
///   uleb discriminator of the call in the parent.
///
/// A group has the operations of contiguous code, by address:
///
///   address of the first operation, uleb number of operations, then for each
///   distance from the operation before it (not for the first),
///   sleb scope, less that of the operation before it (of the first: itself),
///   sleb line offset, in the same way,
///   uleb discriminator.
constexpr uint16_t KeysVersion = 1;

} // namespace abi
} // namespace udpc

#endif // UDPC_KEYS_H
