//===- SeccompFilter.h - What a seccomp filter does with a call -*- C++ -*-===//
//
// Evaluates a filter as the kernel does (seccomp(2)), so that the runtime does
// not make a system call for which the program would be killed. The evaluation
// precedes the kernel's check of the filter, whose code may be anything.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_SECCOMPFILTER_H
#define UDPC_RUNTIME_SYSTEM_SECCOMPFILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// The result of \p Filter, which has \p Size instructions, for \p Call: an
/// action with its data. SECCOMP_RET_ALLOW for an invalid filter.
uint32_t evaluateFilter(const sock_filter *Filter, uint32_t Size,
                        const seccomp_data &Call);

/// Whether \p Result ends the thread or the process, or raises a signal.
bool isFatal(uint32_t Result);
/// Whether \p Result prevents the system call.
inline bool isRefused(uint32_t Result) {
  return isFatal(Result) ||
         (Result & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_ERRNO;
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_SECCOMPFILTER_H
