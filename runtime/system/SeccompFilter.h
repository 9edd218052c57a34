//===- SeccompFilter.h - Evaluates seccomp filters --------------*- C++ -*-===//
//
// Evaluates a filter as the kernel does (seccomp(2)), so that the runtime does
// not make a system call for which the program would be killed. A filter is
// evaluated before the kernel has checked it, so its code may be anything.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_SECCOMPFILTER_H
#define UDPC_RUNTIME_SYSTEM_SECCOMPFILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Returns the result of \p Filter, which has \p Size instructions, for \p
/// Call: an action with its data. SECCOMP_RET_ALLOW for an invalid filter.
uint32_t evaluateFilter(const sock_filter *Filter, uint32_t Size,
                        const seccomp_data &Call);

/// Returns whether \p Result ends the thread or the process, or raises a
/// signal.
bool isFatal(uint32_t Result);
/// Returns whether \p Result prevents the system call.
inline bool isRefused(uint32_t Result) {
  return isFatal(Result) ||
         (Result & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_ERRNO;
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_SECCOMPFILTER_H
