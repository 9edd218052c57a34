// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/unwind/CallerRules.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <ucontext.h>
#include <unwind.h>
#include <vector>

using namespace udpc::rt;

#if defined(__x86_64__)

namespace {

struct Registers {
  uintptr_t Pc, Sp, Fp;
};

/// Addresses of a stack. Without allocations, as a signal handler fills it.
struct Addresses {
  static constexpr size_t Capacity = 200;
  uintptr_t At[Capacity];
  size_t Size = 0;

  void add(uintptr_t Address) {
    if (Size != Capacity)
      At[Size++] = Address;
  }
  std::vector<uintptr_t> all() const { return {At, At + Size}; }
};

/// The return addresses from \p R on, by the rules.
void walk(Registers R, bool IsExact, Addresses &Result) {
  Result.Size = 0;
  while (Result.Size != Addresses::Capacity) {
    Result.add(R.Pc);
    uintptr_t At = IsExact ? R.Pc : R.Pc - 1;
    IsExact = false;
    dl_find_object Object;
    if (_dl_find_object(reinterpret_cast<void *>(At), &Object) ||
        !Object.dlfo_eh_frame)
      break;
    UnwindTable Table(static_cast<const uint8_t *>(Object.dlfo_eh_frame),
                      SIZE_MAX / 2);
    CallerRules Rules = callerRulesAt(Table, At);
    if (Rules.What == CallerRules::Signal) {
      auto &Machine = reinterpret_cast<ucontext_t *>(R.Sp)->uc_mcontext;
      R = {uintptr_t(Machine.gregs[REG_RIP]), uintptr_t(Machine.gregs[REG_RSP]),
           uintptr_t(Machine.gregs[REG_RBP])};
      IsExact = true;
      continue;
    }
    if (Rules.What != CallerRules::Usual)
      break;
    uintptr_t Frame =
        (Rules.IsFromFramePointer ? R.Fp : R.Sp) + uintptr_t(Rules.Offset);
    if (Rules.FramePointerAt)
      R.Fp = *reinterpret_cast<uintptr_t *>(Frame +
                                            uintptr_t(Rules.FramePointerAt));
    R.Pc = *reinterpret_cast<uintptr_t *>(Frame - 8);
    R.Sp = Frame;
    if (!R.Pc)
      break;
  }
}

Addresses Ours, Theirs;
int Depth;

__attribute__((noinline)) void compare() {
  Theirs.Size = 0;
  _Unwind_Backtrace(
      [](_Unwind_Context *C, void *) {
        Theirs.add(_Unwind_GetIP(C));
        return _URC_NO_REASON;
      },
      nullptr);
  Registers R;
  asm volatile("leaq 0f(%%rip), %0\n0:\n\tmovq %%rsp, %1\n\tmovq %%rbp, %2"
               : "=r"(R.Pc), "=r"(R.Sp), "=r"(R.Fp));
  walk(R, /*IsExact=*/true, Ours);
  // The first is another place of this function.
  Theirs.At[0] = Ours.At[0];
  while (Theirs.Size && !Theirs.At[Theirs.Size - 1])
    --Theirs.Size;
}

__attribute__((noinline)) int byOrder(const void *A, const void *B) {
  if (!Depth++)
    compare();
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

__attribute__((noinline)) int sorts(int N) {
  int Numbers[40];
  for (int I = 0; I != N; ++I)
    Numbers[I] = I * 7919 % 41;
  qsort(Numbers, size_t(N), sizeof(int), byOrder);
  return Numbers[0];
}

__attribute__((noinline)) int recursive(int N) {
  char Room[64];
  Room[N] = 1;
  asm volatile("" : : "r"(Room) : "memory", "rbx", "r12");
  return N ? recursive(N - 1) + Room[N] : sorts(40);
}

void onSignal(int) { compare(); }

} // namespace

TEST(CallerRules, AreTheUnwindersThroughQsort) {
  Depth = 0;
  recursive(20);
  EXPECT_GT(Ours.Size, 24u);
  EXPECT_EQ(Ours.all(), Theirs.all());
}

TEST(CallerRules, AreTheUnwindersThroughSignalFrames) {
  signal(SIGUSR1, onSignal);
  raise(SIGUSR1);
  signal(SIGUSR1, SIG_DFL);
  EXPECT_GT(Ours.Size, 5u);
  EXPECT_EQ(Ours.all(), Theirs.all());
}

TEST(CallerRules, AreNoneForCodeWithoutADescription) {
  EXPECT_EQ(callerRulesAt(UnwindTable(), 1000).What, CallerRules::None);
}

#endif
