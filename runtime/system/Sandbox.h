//===- Sandbox.h - Seccomp filters of the program ---------------*- C++ -*-===//
//
// Copies of the seccomp filters that the program installs by functions of the C
// library (hooks/SeccompHooks.cpp). rawSyscall() evaluates them: if one would
// kill for a system call, the call is not made and fails with EPERM.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_SANDBOX_H
#define UDPC_RUNTIME_SYSTEM_SANDBOX_H

#include <stdint.h>

struct sock_fprog;

namespace udpc {
namespace rt {

/// A copy of a filter.
struct Filter;

/// The arguments of a system call.
struct CallArguments {
  long At[6];
};

/// Copies \p Program; null is the kernel's strict mode. The filter is for the
/// calling thread, or \p ForAll threads, and is not in use before addFilter().
/// Returns null without memory. Needs the StateLock.
Filter *keepFilter(const sock_fprog *Program, bool ForAll);
/// Whether \p F kills for a system call or lets it fail.
bool refuses(const Filter &F, long Number, const CallArguments &Arguments);
/// Uses \p F from now on. Needs the StateLock.
void addFilter(Filter &F);
/// Ends the use of \p F, which the kernel has refused.
void dropFilter(Filter &F);

/// Whether a filter has been added.
extern bool HaveFilters;
/// Whether a filter of the calling thread kills for a system call.
bool isForbidden(long Number, const CallArguments &Arguments);
/// Whether a filter of the calling thread kills for a system call or lets it
/// fail.
bool isRefused(long Number, const CallArguments &Arguments);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_SANDBOX_H
