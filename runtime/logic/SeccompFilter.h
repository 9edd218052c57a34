//===- SeccompFilter.h - What a seccomp filter does with a call -*- C++ -*-===//
//
// Evaluates a filter as the kernel does (seccomp(2)), so that the runtime does
// not make a system call for which the program would be killed. Programs are
// not trusted: those that the kernel refuses have no result.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_SECCOMPFILTER_H
#define UDPC_RUNTIME_LOGIC_SECCOMPFILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// What \p Filter, of \p Size instructions, returns for \p Call: an action with
/// its data. SECCOMP_RET_ALLOW for an invalid filter.
uint32_t evaluateFilter(const sock_filter *Filter, uint32_t Size,
                        const seccomp_data &Call);

/// Whether that result ends the thread or the process, or raises a signal.
bool isFatal(uint32_t Result);
/// Whether the call is not made.
inline bool isRefused(uint32_t Result) {
  return isFatal(Result) ||
         (Result & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_ERRNO;
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_SECCOMPFILTER_H
