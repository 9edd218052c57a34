//===- Registers.cpp - Samples by counter registers of riscv64 ------------===//
//
// The registers are written and read by hints, `addi x0, rs1, tag`, which do
// nothing on machines without them (docs/machine.md). When a sample is due, the
// machine stops counting and jumps to the entry below, in the middle of the
// program, where all registers are live. So the entry saves the first ones in
// the machine's temporaries.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/sampling/SampleDelivery.h"

using namespace udpc::rt;

#ifdef __riscv

namespace {

constexpr unsigned NumCounters = 64;
constexpr uint64_t CountedProcess = 0x1234567;

enum Tag {
  ProcTag = 1,
  SampleFuncAddr = 2,
  SampleEventSel = 3,
  MaxEventNum = 4,
  WarmupInstNum = 5,
  MaxPriv = 6,
  Enable = 7,
  Temp1 = 9,
  ExitPc = 35,
  ReadTemp1 = 36,
  ResetCounters = 127,
  Counter0 = 128,
};

template <int T> void writeRegister(uint64_t Value) {
  // Only the 32-bit form has the tag.
  asm volatile(".option push\n.option norvc\naddi x0, %0, %1\n.option pop"
               :
               : "r"(Value), "i"(T)
               : "memory");
}

/// Reads a register; its destination is the register that the instruction
/// names.
template <int T> uint64_t readRegister() {
  uint64_t Value = 0;
  asm volatile(".option push\n.option norvc\naddi x0, %0, %1\n.option pop"
               : "+r"(Value)
               : "i"(T)
               : "memory");
  return Value;
}

template <unsigned... N> struct Numbers {};
template <unsigned N, unsigned... Rest>
struct NumbersBelow : NumbersBelow<N - 1, N - 1, Rest...> {};
template <unsigned... All> struct NumbersBelow<0, All...> {
  using Type = Numbers<All...>;
};

template <unsigned... N> void readCounters(int64_t *Out, Numbers<N...>) {
  ((Out[N] = static_cast<int64_t>(readRegister<Counter0 + int(N)>())), ...);
}

} // namespace

/// State that the entry saves: the lock, which has to be first; the value that
/// it writes to procTag at the end; the integer registers from x1 on; the
/// floating-point registers and fcsr.
extern "C" {
struct RegisterState {
  uint64_t Lock;
  uint64_t NextProcTag;
  uint64_t X[31];
  uint64_t F[32];
  uint64_t Control;
};
RegisterState __udpc_sample_state;
alignas(16) char __udpc_sample_stack[64 << 10];
void __udpc_sample_entry();
uint64_t __udpc_sample_taken();
}
static_assert(sizeof(__udpc_sample_stack) == 65536);

static unsigned Selected;
static uint64_t MostEvents;
static uint64_t WarmupInstructions;

static void setPeriod() {
  writeRegister<MaxPriv>(0);
  writeRegister<SampleFuncAddr>(
      reinterpret_cast<uint64_t>(__udpc_sample_entry));
  writeRegister<MaxEventNum>(MostEvents);
  writeRegister<WarmupInstNum>(WarmupInstructions);
  writeRegister<SampleEventSel>(Selected);
}

/// Called by the entry on the handler's stack. Returns the new value of
/// procTag; the program continues at temp1.
uint64_t __udpc_sample_taken() {
  uint64_t Next = readRegister<ExitPc>();
  static int64_t Counters[NumCounters];
  readCounters(Counters, NumbersBelow<NumCounters>::Type());
  udpc_sample Sample = {};
  Sample.pc = Next;
  asm volatile("rdcycle %0" : "=r"(Sample.cycles));
  asm volatile("rdinstret %0" : "=r"(Sample.instructions));
  Sample.counters = Counters;
  Sample.num_counters = NumCounters;
  bool More = deliverSample(Sample, nullptr);
  if (More) {
    setPeriod();
    writeRegister<Enable>(1);
  }
  writeRegister<Temp1>(Next);
  return More ? CountedProcess : 0;
}

// Machines with several harts may sample two threads at once; there is one
// state, so there is a lock. Counting starts again with the write of procTag,
// the third instruction from the end; the instruction after it is the first
// that counts.
asm(R"(
    .pushsection .text.__udpc_sample_entry, "ax", @progbits
    .globl __udpc_sample_entry
    .hidden __udpc_sample_entry
    .hidden __udpc_sample_state
    .hidden __udpc_sample_stack
    .hidden __udpc_sample_taken
    .type __udpc_sample_entry, @function
    .option push
    .option norvc
    .option norelax
    .align 2
__udpc_sample_entry:
    addi x0, a0, 9
    addi x0, a1, 10
    lla a0, __udpc_sample_state
1:  li a1, 1
    amoswap.d.aq a1, a1, (a0)
    bnez a1, 1b
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    sd x\n, (8 + 8 * \n)(a0)
    .endr
    addi x0, a1, 36
    sd a1, 88(a0)
    addi x0, a1, 37
    sd a1, 96(a0)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    fsd f\n, (264 + 8 * \n)(a0)
    .endr
    frcsr a1
    sd a1, 520(a0)
    lla sp, __udpc_sample_stack + 65536
    call __udpc_sample_taken
    mv a1, a0
    lla a0, __udpc_sample_state
    addi x0, a1, 11
    ld a1, 88(a0)
    addi x0, a1, 10
    ld a1, 520(a0)
    fscsr a1
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    fld f\n, (264 + 8 * \n)(a0)
    .endr
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    ld x\n, (8 + 8 * \n)(a0)
    .endr
    amoswap.d.rl x0, x0, (a0)
    addi x0, x0, 127
    addi x0, a0, 38
    addi x0, a0, 1
    addi x0, a0, 37
    addi x0, x0, 64
    .size __udpc_sample_entry, . - __udpc_sample_entry
    .option pop
    .popsection
)");

static_assert(offsetof(RegisterState, X) == 16 &&
                  offsetof(RegisterState, F) == 264 &&
                  offsetof(RegisterState, Control) == 520,
              "the assembly has these offsets");

bool udpc::rt::hasCounterRegisters() {
  uint64_t Kept = readRegister<ReadTemp1>();
  writeRegister<Temp1>(0x5eed);
  bool Has = readRegister<ReadTemp1>() == 0x5eed;
  writeRegister<Temp1>(Kept);
  return Has;
}

void udpc::rt::startRegisters(unsigned Select, uint64_t MaxEvents,
                              uint64_t Warmup) {
  Selected = Select;
  MostEvents = MaxEvents;
  WarmupInstructions = Warmup;
  // Follows the order that the fork's programs use.
  writeRegister<MaxPriv>(0);
  writeRegister<Enable>(0);
  writeRegister<ProcTag>(CountedProcess);
  setPeriod();
  writeRegister<Enable>(1);
  writeRegister<ResetCounters>(0);
}

void udpc::rt::stopRegisters() {
  writeRegister<Enable>(0);
  writeRegister<MaxEventNum>(0);
  writeRegister<ProcTag>(0);
}

#else

bool udpc::rt::hasCounterRegisters() { return false; }
void udpc::rt::startRegisters(unsigned, uint64_t, uint64_t) {}
void udpc::rt::stopRegisters() {}

#endif
