// Whatever instruction a signal interrupts, also one of ours, the stack can be
// unwound from there, to the right callers with the registers that they have.
// Each function is gone through step by step, and unwound at each. What throws
// an exception runs at full speed, to where it is caught: it has more
// instructions than all functions.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: export UDPC_OPTIONS=cachegrind_output=/dev/null:cache_output=/dev/null LD_BIND_NOW=1
// RUN: check() { \
// RUN:   udpc-clang++ $options -fudpc-profile=$mode %s -o a && \
// RUN:   ./a 2> /dev/null | FileCheck %s --check-prefix=$mode --match-full-lines; \
// RUN: }
// RUN: each options "-O2 -fomit-frame-pointer" "-Os -fomit-frame-pointer" "-O2 -fomit-frame-pointer -mno-red-zone" \
// RUN:   "-O2 -fno-omit-frame-pointer" -O1 -- each mode counts cache -- check
// RUN: check_library() { \
// RUN:   udpc-clang++ $options -fPIC -fudpc-profile=$mode %s -o a && \
// RUN:   ./a 2> /dev/null | FileCheck %s --check-prefix=$mode --match-full-lines; \
// RUN: }
// RUN: each options "-O2 -fomit-frame-pointer" "-O2 -fno-omit-frame-pointer" -O1 \
// RUN:   -- each mode counts cache -- check_library
// RUN: udpc-clang++ -O2 -fomit-frame-pointer -fudpc-profile=counts,branches %s -o a
// RUN: ./a 2> /dev/null | FileCheck %s --check-prefix=counts --match-full-lines
// counts: wrong: 0
// cache: wrong: 0, also in the runtime

#include <cxxabi.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

#define TESTED __attribute__((noinline, section("tested")))
extern "C" {
extern char __start_tested, __stop_tested, steppedReturn, stepAgain;
/// Where stepAgain returns to.
uintptr_t Left;
// The runtime's, one behind the other.
__attribute__((weak)) extern char __udpc_access, __udpc_range;
/// Calls \p Function with what unwinders have to find in the registers that it
/// keeps.
void step(unsigned (*Function)(unsigned *, unsigned), unsigned *Numbers,
          unsigned N);
}

asm(R"(
  .text
  .macro SAVE register
  pushq \register
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset \register, 0
  .endm
  .macro TAKE register
  popq \register
  .cfi_adjust_cfa_offset -8
  .cfi_restore \register
  .endm
step:
  .cfi_startproc
  SAVE %rbx
  SAVE %rbp
  SAVE %r12
  SAVE %r13
  SAVE %r14
  SAVE %r15
  SAVE %rdi
  movl $1003, %ebx
  movl $1006, %ebp
  movl $1012, %r12d
  movl $1013, %r13d
  movl $1014, %r14d
  movl $1015, %r15d
  movq %rdi, %rax
  movq %rsi, %rdi
  movl %edx, %esi
  pushfq
  .cfi_adjust_cfa_offset 8
  orq $256, (%rsp) # The trap flag.
  popfq
  .cfi_adjust_cfa_offset -8
  callq *%rax
steppedReturn:
  pushfq
  .cfi_adjust_cfa_offset 8
  andq $-257, (%rsp)
  popfq
  .cfi_adjust_cfa_offset -8
  TAKE %rdi
  TAKE %r15
  TAKE %r14
  TAKE %r13
  TAKE %r12
  TAKE %rbp
  TAKE %rbx
  retq
  .cfi_endproc
stepAgain:
  pushq Left(%rip)
  pushfq
  orq $256, (%rsp)
  popfq
  retq
)");

int main();

static unsigned long NumTested, NumInRuntime, NumWrong;

struct Walk {
  bool HasCaller = false, HasMain = false;
};

static _Unwind_Reason_Code visit(_Unwind_Context *C, void *Arg) {
  auto *W = static_cast<Walk *>(Arg);
  uintptr_t At = _Unwind_GetIP(C);
  if (W->HasCaller && !W->HasMain) {
    W->HasMain =
        _Unwind_FindEnclosingFunction(reinterpret_cast<void *>(At - 1)) ==
        reinterpret_cast<void *>(&main);
    return W->HasMain ? _URC_NO_REASON : _URC_END_OF_STACK;
  }
  if (At != reinterpret_cast<uintptr_t>(&steppedReturn))
    return _URC_NO_REASON;
  W->HasCaller = true;
  static const int Kept[] = {3, 6, 12, 13, 14, 15};
  for (int R : Kept)
    W->HasCaller &= _Unwind_GetGR(C, R) == 1000u + R;
  return _URC_NO_REASON;
}

static bool isIn(uintptr_t At, const char *Start, const char *Stop) {
  return At >= reinterpret_cast<uintptr_t>(Start) &&
         At < reinterpret_cast<uintptr_t>(Stop);
}

// Instead of the unwinder's: the steps go on with the first instruction that
// catches.
extern "C" void _Unwind_SetIP(_Unwind_Context *C, _Unwind_Ptr At) {
  static auto SetIP = reinterpret_cast<decltype(&_Unwind_SetIP)>(
      dlsym(RTLD_NEXT, "_Unwind_SetIP"));
  Left = At;
  SetIP(C, reinterpret_cast<_Unwind_Ptr>(&stepAgain));
}

static bool WasInRuntime;

static void onStep(int, siginfo_t *, void *Arg) {
  auto &Registers = static_cast<ucontext_t *>(Arg)->uc_mcontext.gregs;
  auto At = static_cast<uintptr_t>(Registers[REG_RIP]);
  bool IsInRuntime = isIn(At, &__udpc_access, &__udpc_range);
  if (!IsInRuntime && !isIn(At, &__start_tested, &__stop_tested)) {
    // What the runtime's entry point calls is compiled like any function. It
    // runs at full speed.
    auto &Return = *reinterpret_cast<uintptr_t *>(Registers[REG_RSP]);
    if (WasInRuntime && isIn(Return, &__udpc_access, &__udpc_range)) {
      Left = Return;
      Return = reinterpret_cast<uintptr_t>(&stepAgain);
      Registers[REG_EFL] &= ~256;
    }
    WasInRuntime = false;
    // So does what throws, which steps again where it is caught; and the
    // runtime may be about to block this signal, which then would kill.
    if (At == reinterpret_cast<uintptr_t>(&abi::__cxa_throw) ||
        !memcmp(reinterpret_cast<void *>(At), "\x0f\x05", 2))
      Registers[REG_EFL] &= ~256;
    return;
  }
  WasInRuntime = IsInRuntime;
  ++(IsInRuntime ? NumInRuntime : NumTested);
  Walk W;
  _Unwind_Backtrace(visit, &W);
  if (W.HasMain)
    return;
  if (!NumWrong++)
    printf("first wrong at +%zx\n", At - reinterpret_cast<uintptr_t>(&step));
}

// With variables below the stack pointer.
TESTED unsigned leaf(unsigned *A, unsigned K) {
  unsigned V[4], R = 0;
  for (int I = 0; I < 4; ++I)
    V[I] = A[(K + I) % 64] ^ K;
  for (int I = 0; I < 4; ++I)
    R = R * 17 + V[(I * 5 + K) % 4];
  return R;
}

unsigned Taken[2];

// The second of two branches is counted between them, where it is alone.
TESTED void isEqual(double A, double B) {
  if (A == B)
    Taken[0] += 3;
  else
    Taken[1] ^= 5;
}
TESTED unsigned branches(unsigned *A, unsigned K) {
  isEqual(A[K], K);
  isEqual(K, K);
  return Taken[0];
}

// The carry is needed behind the step of the loop's counter.
TESTED unsigned carries(unsigned *A, unsigned K) {
  unsigned Sum = K;
  for (unsigned I = 0; I != 8; ++I)
    if (__builtin_add_overflow(Sum, A[I] << 28, &Sum))
      ++Sum;
  return Sum;
}

// Keeps registers of its caller, in one of its ways.
TESTED unsigned calls(unsigned *A, unsigned K) {
  if (K == 0)
    return A[3];
  unsigned X = leaf(A, K), Y = leaf(A, X), Z = leaf(A, X + Y),
           W = leaf(A, Z ^ Y);
  A[X % 64] += W;
  if (Y & 1)
    return X + Y * Z;
  unsigned U = leaf(A, W + X), V = leaf(A, U);
  return calls(A, K - 1) + X * Y + Z * W + U * V;
}

// What it is called with is in all registers that it may change.
TESTED unsigned crowded(unsigned *A, unsigned K) {
  register unsigned *To asm("rax") = A;
  register unsigned long I asm("rcx") = K, N asm("rdx") = 1, N1 asm("rsi") = 2,
                           N2 asm("rdi") = 3, N3 asm("r8") = 4,
                           N4 asm("r9") = 5, N5 asm("r10") = 6,
                           N6 asm("r11") = 7;
#define ALL                                                                    \
  "+r"(To), "+r"(I), "+r"(N), "+r"(N1), "+r"(N2), "+r"(N3), "+r"(N4),          \
      "+r"(N5), "+r"(N6)
  asm volatile("" : ALL);
  To[I] = N;
  asm volatile("" : ALL);
  return N;
}

struct Large {
  unsigned Words[9];
};
TESTED unsigned takes(Large L, unsigned *A, unsigned K) {
  return L.Words[K % 9] + A[K % 64];
}
// Pushes arguments.
TESTED unsigned pushes(unsigned *A, unsigned K) {
  Large L;
  memcpy(&L, A + K, sizeof(L));
  return takes(L, A, K) * takes(L, A, K + 1);
}

// Its frame is found from %rbp, and has to be aligned.
TESTED unsigned grows(unsigned *A, unsigned K) {
  unsigned V[K + 8];
  alignas(64) unsigned Aligned[16];
  memcpy(V, A, sizeof(V));
  memcpy(Aligned, A + 1, sizeof(Aligned));
  for (unsigned I = 0; I < K; ++I)
    V[I] += V[(I * 7) % K] + Aligned[I % 16];
  return V[K / 2] + calls(Aligned, 0) + leaf(A, V[1]);
}

TESTED unsigned manyWays(unsigned *A, unsigned K) {
  switch (K % 7) {
  case 0:
    return A[5];
  case 1:
    return calls(A, 1);
  case 2:
    return 7 * A[K];
  case 3:
    throw K;
  case 4:
    return A[K] / (A[5] | 1);
  case 5:
    return leaf(A, A[K]);
  default:
    return 3;
  }
}
TESTED unsigned catches(unsigned *A, unsigned K) {
  try {
    return manyWays(A, K) + manyWays(A, K + 3);
  } catch (unsigned N) {
    return A[N];
  }
}

// The library is called behind the epilogue.
TESTED void *copies(unsigned *A, unsigned *B, unsigned K) {
  unsigned X = leaf(A, K), Y = leaf(A, X), Z = leaf(A, X + Y);
  return memmove(A, B, (X ^ Y ^ Z) % 64);
}
TESTED unsigned copy(unsigned *A, unsigned K) {
  unsigned B[64] = {K};
  copies(A, B, K);
  return A[1];
}

int main() {
  struct sigaction Action = {};
  Action.sa_sigaction = onStep;
  Action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &Action, nullptr);
  unsigned Numbers[64];
  for (unsigned I = 0; I != 64; ++I)
    Numbers[I] = I * I;
  unsigned (*const Functions[])(unsigned *, unsigned) = {
      leaf, branches, carries, calls, pushes, grows, catches, copy, crowded};
  for (unsigned Round = 1; Round != 5; ++Round)
    for (auto *F : Functions) {
      // So that the runtime is called for whatever comes next.
      static char Others[1 << 20];
      for (size_t I = 0; I < sizeof(Others); I += 64)
        ++Others[I];
      step(F, Numbers, Round);
    }
  printf("wrong: %lu%s\n", NumWrong,
         NumTested < 5000     ? ", but few steps"
         : NumInRuntime > 500 ? ", also in the runtime"
                              : "");
}
