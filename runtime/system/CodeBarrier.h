//===- CodeBarrier.h - Makes all threads see changed code -------*- C++ -*-===//
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_CODEBARRIER_H
#define UDPC_RUNTIME_SYSTEM_CODEBARRIER_H

namespace udpc {
namespace rt {

/// Whether the calling thread is the process's only one.
bool hasOneThread();

/// Before code changes. Returns an errno if the kernel cannot synchronise
/// several threads, of which it warns once. Called each time: a child after
/// fork() must register by itself, and a system call filter may have been
/// installed meanwhile.
int prepareBarriers();

/// When it returns, all threads execute what has been written before.
void codeBarrier();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_CODEBARRIER_H
