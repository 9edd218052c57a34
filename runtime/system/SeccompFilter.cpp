//===- SeccompFilter.cpp - Evaluates seccomp filters ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/SeccompFilter.h"
#include <string.h>

using namespace udpc;
using namespace udpc::rt;

namespace {
/// An interpreter of classic BPF, which has only forward jumps.
class FilterMachine {
public:
  explicit FilterMachine(const seccomp_data &Call) : Call(Call) {}
  /// Executes \p I. Returns whether the filter continues, at the instruction
  /// \p Next.
  bool step(const sock_filter &I, uint64_t &Next);

  uint32_t Result = SECCOMP_RET_ALLOW;

private:
  uint32_t operand(const sock_filter &I) const {
    return BPF_SRC(I.code) == BPF_X ? X : I.k;
  }
  bool load(const sock_filter &I, uint32_t &To);
  bool calculate(const sock_filter &I);
  bool jump(const sock_filter &I, uint64_t &Next);

  const seccomp_data &Call;
  uint32_t A = 0, X = 0, Memory[BPF_MEMWORDS] = {};
};
} // namespace

bool FilterMachine::load(const sock_filter &I, uint32_t &To) {
  switch (BPF_MODE(I.code)) {
  case BPF_IMM:
    To = I.k;
    return true;
  case BPF_MEM:
    if (I.k >= BPF_MEMWORDS)
      return false;
    To = Memory[I.k];
    return true;
  case BPF_LEN:
    To = sizeof(Call);
    return true;
  case BPF_ABS:
    if (I.k % 4 || I.k >= sizeof(Call))
      return false;
    memcpy(&To, reinterpret_cast<const char *>(&Call) + I.k, sizeof(To));
    return true;
  default:
    return false;
  }
}

bool FilterMachine::calculate(const sock_filter &I) {
  uint32_t B = operand(I);
  switch (BPF_OP(I.code)) {
  case BPF_ADD:
    A += B;
    return true;
  case BPF_SUB:
    A -= B;
    return true;
  case BPF_MUL:
    A *= B;
    return true;
  case BPF_DIV:
    if (B)
      A /= B;
    else
      Result = 0; // A division by zero ends the filter with 0.
    return B != 0;
  case BPF_AND:
    A &= B;
    return true;
  case BPF_OR:
    A |= B;
    return true;
  case BPF_XOR:
    A ^= B;
    return true;
  case BPF_LSH:
    A = B < 32 ? A << B : 0;
    return true;
  case BPF_RSH:
    A = B < 32 ? A >> B : 0;
    return true;
  case BPF_NEG:
    A = -A;
    return true;
  default:
    return false;
  }
}

bool FilterMachine::jump(const sock_filter &I, uint64_t &Next) {
  uint32_t B = operand(I);
  bool Taken;
  switch (BPF_OP(I.code)) {
  case BPF_JA:
    Next += I.k;
    return true;
  case BPF_JEQ:
    Taken = A == B;
    break;
  case BPF_JGT:
    Taken = A > B;
    break;
  case BPF_JGE:
    Taken = A >= B;
    break;
  case BPF_JSET:
    Taken = A & B;
    break;
  default:
    return false;
  }
  Next += Taken ? I.jt : I.jf;
  return true;
}

bool FilterMachine::step(const sock_filter &I, uint64_t &Next) {
  switch (BPF_CLASS(I.code)) {
  case BPF_LD:
    return load(I, A);
  case BPF_LDX:
    return load(I, X);
  case BPF_ST:
  case BPF_STX:
    if (I.k >= BPF_MEMWORDS)
      return false;
    Memory[I.k] = BPF_CLASS(I.code) == BPF_ST ? A : X;
    return true;
  case BPF_ALU:
    return calculate(I);
  case BPF_JMP:
    return jump(I, Next);
  case BPF_RET:
    Result = BPF_RVAL(I.code) == BPF_A ? A : I.k;
    return false;
  default:
    if (BPF_MISCOP(I.code) == BPF_TXA)
      A = X;
    else
      X = A;
    return true;
  }
}

uint32_t rt::evaluateFilter(const sock_filter *Filter, uint32_t Size,
                            const seccomp_data &Call) {
  FilterMachine Machine(Call);
  for (uint64_t Next = 0; Next < Size;) {
    const sock_filter &I = Filter[Next++];
    if (!Machine.step(I, Next))
      break;
  }
  return Machine.Result;
}

bool rt::isFatal(uint32_t Result) {
  switch (Result & SECCOMP_RET_ACTION_FULL) {
  case SECCOMP_RET_ALLOW:
  case SECCOMP_RET_LOG:
  case SECCOMP_RET_TRACE:
  case SECCOMP_RET_USER_NOTIF:
  case SECCOMP_RET_ERRNO:
    return false;
  default:
    // SECCOMP_RET_TRAP, SECCOMP_RET_KILL_THREAD and SECCOMP_RET_KILL_PROCESS.
    // The kernel also kills for unknown actions.
    return true;
  }
}
