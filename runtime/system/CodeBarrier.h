//===- CodeBarrier.h - Makes all threads see changed code -------*- C++ -*-===//
//
// Synchronises cores while Patcher and PlanPatcher change code. All functions
// need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_CODEBARRIER_H
#define UDPC_RUNTIME_SYSTEM_CODEBARRIER_H

namespace udpc {
namespace rt {

/// Returns whether the calling thread is the process's only one.
bool hasOneThread();

/// Called before code changes. Returns an errno, after one warning, if the
/// kernel cannot synchronise several threads. To be called for each change: a
/// child after fork() must register by itself, and a system call filter may
/// have been installed meanwhile.
int prepareBarriers();

/// Synchronises all cores: afterwards all threads execute code that was written
/// before.
void codeBarrier();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_CODEBARRIER_H
