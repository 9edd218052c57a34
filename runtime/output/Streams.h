//===- Streams.h - Outputs that are not regular files -----------*- C++ -*-===//
//
// Writes profiles to a device, a FIFO, a socket or a descriptor of the program
// (/dev/stdout), as a sequence of bytes. Only a name without placeholders is
// used as a stream: another user may have created a file with a predictable
// generated name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_STREAMS_H
#define UDPC_RUNTIME_OUTPUT_STREAMS_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Duplicates the descriptor that \p Path names, if it names one: programs
/// close their standard output before they end. Called at start-up.
void keepDescriptor(const char *Path);

/// Returns whether \p Path names an existing stream. Follows symbolic links
/// that belong to root or to the program's user.
bool isStream(const char *Path);

/// Opens a stream for writing. Returns a descriptor or -errno.
int openStream(const char *Path);

/// Writes all \p Size bytes, in pieces. Gives up after five seconds without a
/// reader. Returns 0 or an errno.
int writeStream(int FD, const void *Data, uint64_t Size);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_STREAMS_H
