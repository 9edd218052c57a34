//===- SeccompHooks.cpp - Filters of system calls -------------------------===//
//
// Hooks of prctl() and syscall(). They copy each seccomp filter of the program
// before the kernel installs it (system/Sandbox.h). If the filter refuses to
// create files, the files of the profile are written and kept open before
// (output/Dump.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/output/Dump.h"
#include "runtime/system/Process.h"
#include "runtime/system/Sandbox.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static long withErrno(long Result) {
  if (Result >= 0)
    return Result;
  errno = static_cast<int>(-Result);
  return -1;
}

/// Copies the filter that the program is about to install and prepares the
/// outputs for it. Returns null if no filter will be installed. \p Program may
/// be null: programs test in this way whether the kernel supports filters.
static Filter *prepare(const sock_fprog *Program, bool IsStrict, bool ForAll) {
  if (!IsStrict &&
      (!Program || !Program->filter || Program->len > BPF_MAXINSNS))
    return nullptr;
  // A child of vfork() has its parent's memory.
  if (!ownsCounts())
    return nullptr;
  Filter *F = nullptr;
  if (StateLock Lock; Lock.held())
    F = keepFilter(IsStrict ? nullptr : Program, ForAll);
  if (!F)
    return nullptr;
  keepOutputsOpen(*F);
  StateLock Lock;
  if (Lock.held())
    addFilter(*F);
  return F;
}

/// Ends the installation of \p F, which may be null, with the kernel's \p
/// Result. Returns the result for the C library's function.
static long conclude(Filter *F, long Result) {
  if (F && Result < 0)
    dropFilter(*F);
  return withErrno(Result);
}

extern "C" {

int prctl(int Option, ...) __THROW {
  va_list List;
  va_start(List, Option);
  long A[4];
  for (long &Argument : A)
    Argument = va_arg(List, long);
  va_end(List);
  Filter *F = nullptr;
  if (Option == PR_SET_SECCOMP)
    F = prepare(reinterpret_cast<const sock_fprog *>(A[1]),
                A[0] == SECCOMP_MODE_STRICT, /*ForAll=*/false);
  return static_cast<int>(
      conclude(F, programSyscall(SYS_prctl, Option, A[0], A[1], A[2], A[3])));
}

#if defined(__x86_64__)
/// Implements the system call seccomp(), for which there is no function but
/// syscall().
__attribute__((used, visibility("hidden"))) long
__udpc_seccomp(long Operation, long Flags, long Argument) {
  bool IsStrict = Operation == SECCOMP_SET_MODE_STRICT;
  Filter *F = nullptr;
  if (IsStrict || Operation == SECCOMP_SET_MODE_FILTER)
    F = prepare(reinterpret_cast<const sock_fprog *>(Argument), IsStrict,
                Flags & SECCOMP_FILTER_FLAG_TSYNC);
  return conclude(F, programSyscall(SYS_seccomp, Operation, Flags, Argument));
}

__attribute__((used, visibility("hidden"))) long __udpc_failed(long Result) {
  return withErrno(Result);
}

/// Like the C library's syscall(), but intercepts seccomp(). Without a stack
/// frame, because calls like clone() return twice.
__attribute__((naked)) long syscall(long, ...) __THROW {
  asm("cmpq %0, %%rdi\n\t"
      "je 1f\n\t"
      "movq %%rdi, %%rax\n\t"
      "movq %%rsi, %%rdi\n\t"
      "movq %%rdx, %%rsi\n\t"
      "movq %%rcx, %%rdx\n\t"
      "movq %%r8, %%r10\n\t"
      "movq %%r9, %%r8\n\t"
      "movq 8(%%rsp), %%r9\n\t"
      "syscall\n\t"
      "cmpq $-4095, %%rax\n\t"
      "jae 2f\n\t"
      "ret\n"
      "1:\n\t"
      "movq %%rsi, %%rdi\n\t"
      "movq %%rdx, %%rsi\n\t"
      "movq %%rcx, %%rdx\n\t"
      "jmp __udpc_seccomp\n"
      "2:\n\t"
      "movq %%rax, %%rdi\n\t"
      "jmp __udpc_failed"
      :
      : "i"(SYS_seccomp));
}
#endif
}
