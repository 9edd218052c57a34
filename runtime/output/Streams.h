//===- Streams.h - Outputs that are not regular files -----------*- C++ -*-===//
//
// A device, a FIFO, a socket or a descriptor of the program (/dev/stdout) gets
// a profile as a sequence of bytes. Only a name without placeholders is used as
// a stream: a file at a predictable generated name may have been put there by
// another user.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_STREAMS_H
#define UDPC_RUNTIME_OUTPUT_STREAMS_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Duplicates the descriptor that \p Path names, if it names one: programs
/// close their standard output before they end. Called at start-up.
void keepDescriptor(const char *Path);

/// Whether \p Path names an existing stream. Symbolic links are followed if
/// root or the program's user made them.
bool isStream(const char *Path);

/// Opens it for writing; returns -errno on error.
int openStream(const char *Path);

/// Writes all of it, in pieces. Gives up after five seconds without a reader.
/// Returns 0 or an errno.
int writeStream(int FD, const void *Data, uint64_t Size);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_STREAMS_H
