//===- Sandbox.cpp - Seccomp filters of the program -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/Sandbox.h"
#include "runtime/base/Bytes.h"
#include "runtime/system/Process.h"
#include "runtime/system/SeccompFilter.h"
#include "runtime/system/System.h"
#include <linux/audit.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

namespace udpc {
namespace rt {
struct Filter {
  Filter *Next;
  /// The thread pointer of the only thread with this filter; 0: all threads.
  uintptr_t Thread;
  bool IsDropped, IsStrict;
  uint32_t Size;
  sock_filter Code[1]; ///< Size elements.
};
} // namespace rt
} // namespace udpc

bool rt::HaveFilters;
static Filter *Filters;
static Pool Memory;

#if defined(__x86_64__)
static constexpr uint32_t Architecture = AUDIT_ARCH_X86_64;
#else
static constexpr uint32_t Architecture = AUDIT_ARCH_RISCV64;
#endif

Filter *rt::keepFilter(const sock_fprog *Program, bool ForAll) {
  uint32_t Size = Program ? Program->len : 0;
  auto *F = static_cast<Filter *>(
      Memory.allocate(sizeof(Filter) + Size * sizeof(sock_filter)));
  if (!F)
    return nullptr;
  // Threads that the main thread creates inherit its filters. Few other threads
  // that install filters create threads afterwards.
  bool IsMain = currentTid() == processPid();
  F->Thread = ForAll || IsMain ? 0 : threadPointer();
  F->IsStrict = !Program;
  F->Size = Size;
  if (Program)
    copyBytes(F->Code, Program->filter, Size * sizeof(sock_filter));
  return F;
}

/// Returns the result of \p F for a system call.
static uint32_t resultOf(const Filter &F, long Number,
                         const CallArguments &Arguments) {
  if (F.IsStrict)
    return Number == SYS_read || Number == SYS_write || Number == SYS_exit ||
                   Number == SYS_rt_sigreturn
               ? SECCOMP_RET_ALLOW
               : SECCOMP_RET_KILL_THREAD;
  seccomp_data Call = {};
  Call.nr = static_cast<int>(Number);
  Call.arch = Architecture;
  Call.instruction_pointer = reinterpret_cast<uintptr_t>(&rawSyscall);
  for (unsigned I = 0; I != 6; ++I)
    Call.args[I] = static_cast<uint64_t>(Arguments.At[I]);
  return evaluateFilter(F.Code, F.Size, Call);
}

bool rt::refuses(const Filter &F, long Number, const CallArguments &Arguments) {
  return isRefused(resultOf(F, Number, Arguments));
}

void rt::addFilter(Filter &F) {
  F.Next = Filters;
  __atomic_store_n(&Filters, &F, __ATOMIC_RELEASE);
  HaveFilters = true;
}

void rt::dropFilter(Filter &F) { F.IsDropped = true; }

/// Returns whether \p Test is true for the result of a filter of the calling
/// thread.
static bool anyResult(long Number, const CallArguments &Arguments,
                      bool (*Test)(uint32_t)) {
  uintptr_t Self = threadPointer();
  for (const Filter *F = __atomic_load_n(&Filters, __ATOMIC_ACQUIRE); F;
       F = F->Next)
    if (!F->IsDropped && (!F->Thread || F->Thread == Self) &&
        Test(resultOf(*F, Number, Arguments)))
      return true;
  return false;
}

bool rt::isForbidden(long Number, const CallArguments &Arguments) {
  return anyResult(Number, Arguments, isFatal);
}

bool rt::isRefused(long Number, const CallArguments &Arguments) {
  return anyResult(Number, Arguments,
                   [](uint32_t Result) { return isRefused(Result); });
}
