//===- ProfileShape.h - Validates sample profiles ---------------*- C++ -*-===//
//
// LLVM's reader does not validate binary sample profiles: it allocates what a
// count requests, follows offsets beyond the end of the file, and recurses as
// deeply as profiles nest. llvm-profdata 22 crashed on 10 of 250 extensible
// binary profiles in which one or two bytes had been changed. The compiler must
// not crash on a damaged file, so the structure is checked before LLVM reads
// it. Used by the readers and writers of hints and sample profiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_PROFILESHAPE_H
#define UDPC_PROFDATA_HINTS_PROFILESHAPE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace udpc {

/// The maximum depth of inlining.
constexpr unsigned MaxInlineDepth = 500;

/// Returns the form of a file that begins with \p Bytes.
enum class ProfileForm { Text, Binary, ExtBinary, Gcc };
ProfileForm profileForm(llvm::StringRef Bytes);

/// Returns a validated copy of \p Buffer for LLVM's reader: the same profile,
/// contiguous and uncompressed. Errors name the buffer, and the line of text.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readableProfile(std::unique_ptr<llvm::MemoryBuffer> Buffer);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_PROFILESHAPE_H
