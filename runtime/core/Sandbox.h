//===- Sandbox.h - Seccomp filters of the program ---------------*- C++ -*-===//
//
// The filters that the program installs by the C library's functions
// (hooks/SeccompHooks.cpp). rawSyscall() makes no call for which one of them
// kills: it fails with EPERM.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_SANDBOX_H
#define UDPC_RUNTIME_CORE_SANDBOX_H

#include <stdint.h>

struct sock_fprog;

namespace udpc {
namespace rt {

struct Filter;

/// The arguments of a system call.
struct CallArguments {
  long At[6];
};

/// A copy of \p Program, or, if that is null, the kernel's strict mode; not in
/// use yet. It is for the calling thread, or \p ForAll. Null without memory.
/// Needs the StateLock.
Filter *keepFilter(const sock_fprog *Program, bool ForAll);
/// Whether \p F kills for a call, or lets it fail.
bool refuses(const Filter &F, long Number, const CallArguments &Arguments);
/// \p F is in use from now on. Needs the StateLock.
void addFilter(Filter &F);
/// The kernel has refused it.
void dropFilter(Filter &F);

/// Whether there is a filter.
extern bool HaveFilters;
/// Whether a filter of the calling thread kills for a call.
bool isForbidden(long Number, const CallArguments &Arguments);
/// Whether one kills for it or lets it fail.
bool isRefused(long Number, const CallArguments &Arguments);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_SANDBOX_H
