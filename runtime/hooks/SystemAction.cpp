//===- SystemAction.cpp - The C library's sigaction() ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/interfaces/Hooks.h"
#include <dlfcn.h>
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

using Action = struct sigaction;
using ActionFunction = int (*)(int, const Action *, Action *);

extern "C" {
// The C library's own name, which musl's shared library does not export.
__attribute__((weak)) int __sigaction(int, const Action *, Action *);
__attribute__((weak)) void *dlsym(void *, const char *) __THROW;
// Declared here because the header deprecates it.
int librarySigignore(int) __asm__("sigignore");
}

/// Makes linkers extract the C library's sigaction: a weak reference extracts
/// nothing from libc.a. glibc's sigignore needs __sigaction; in musl's libc.a,
/// timer_create (ThreadHooks.cpp) does.
__attribute__((used,
               retain)) static int (*const DrawIn)(int) = librarySigignore;

int rt::setSystemAction(int Signal, const Action *New, Action *Old) {
  if (__sigaction)
    return __sigaction(Signal, New, Old);
  // First called at start-up, so signal handlers find it set.
  static ActionFunction Found;
  ActionFunction Set = __atomic_load_n(&Found, __ATOMIC_RELAXED);
  if (!Set && dlsym) {
    void *Next = dlsym(RTLD_NEXT, "sigaction");
    Set = reinterpret_cast<ActionFunction>(Next);
    __atomic_store_n(&Found, Set, __ATOMIC_RELAXED);
  }
  if (Set)
    return Set(Signal, New, Old);
  errno = ENOSYS;
  return -1;
}
