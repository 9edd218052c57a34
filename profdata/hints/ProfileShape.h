//===- ProfileShape.h - Whether a sample profile can be read ---*- C++ -*-===//
//
// LLVM's reader of sample profiles trusts binary ones: it reserves what a count
// in them asks for, follows offsets without looking at the end of the file, and
// nests as deeply as they do. A damaged file must not take the compiler with
// it, so its shape is checked before.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_PROFILESHAPE_H
#define UDPC_PROFDATA_HINTS_PROFILESHAPE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace udpc {

/// More functions than that are not inlined into each other.
constexpr unsigned MaxInlineDepth = 500;

/// What a file that begins with \p Bytes is taken for.
enum class ProfileForm { Text, Binary, ExtBinary, Gcc };
ProfileForm profileForm(llvm::StringRef Bytes);

/// What LLVM's reader may be given in place of \p Buffer: the same profile,
/// in one piece and uncompressed. The error names the buffer, and the line if
/// it is text.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readableProfile(std::unique_ptr<llvm::MemoryBuffer> Buffer);

/// \p Line as messages show it: no longer than a line on a screen, without
/// what terminals take for commands.
std::string shownLine(llvm::StringRef Line);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_PROFILESHAPE_H
