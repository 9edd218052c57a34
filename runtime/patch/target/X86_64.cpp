//===- X86_64.cpp - Patching on x86-64 ------------------------------------===//
//
// A site that is off is a 9-byte NOP; a site that is on is one increment or
// decrement of a thread-local slot or a jump to a trampoline. Its first byte is
// INT3 while the other bytes change.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/entry/KeepVectors.h"
#include "runtime/patch/target/PatchTarget.h"
#include "udpc/encoding.h"
#include <ucontext.h>

using namespace udpc;
using namespace udpc::rt;

static constexpr size_t SiteSize = encoding::x86_64::Size;
static_assert(SiteSize <= MaxSiteSize, "a buffer has room for a site");

/// Opcode of a breakpoint.
static constexpr uint8_t Int3 = 0xcc;
/// The offset of a trampoline's CallSite from its call's return address.
static constexpr size_t CallSiteDistance = 16;

//===----------------------------------------------------------------------===//
// Code of sites and trampolines
//===----------------------------------------------------------------------===//

namespace {

/// Emits machine code sequentially.
class Emitter {
public:
  Emitter(uint8_t *Out, uintptr_t At) : Out(Out), At(At) {}

  template <typename... Bytes> void bytes(Bytes... Each) {
    (byte(static_cast<uint8_t>(Each)), ...);
  }
  void number(uint64_t Value, unsigned Size) {
    for (unsigned I = 0; I != Size; ++I)
      byte(static_cast<uint8_t>(Value >> 8 * I));
  }
  void step(int32_t Offset, bool Down) {
    bytes(0x64, 0x48, 0xff, Down ? 0x0c : 0x04, 0x25);
    number(static_cast<uint32_t>(Offset), 4);
  }
  /// Emits a jump. False if \p Target is too far.
  bool jump(uintptr_t Target) {
    byte(0xe9);
    auto Distance = static_cast<int64_t>(Target - (At + Size + 4));
    number(static_cast<uint64_t>(Distance), 4);
    return Distance == static_cast<int32_t>(Distance);
  }
  /// Skips the red zone: leaf functions may use 128 bytes below the stack
  /// pointer.
  void skipRedZone() { bytes(0x48, 0x8d, 0x64, 0x24, 0x80); }
  void leaveRedZone() { bytes(0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0, 0); }
  void fill(size_t End) {
    while (Size < End)
      byte(Int3);
  }
  size_t size() const { return Size; }

private:
  void byte(uint8_t Value) { Out[Size++] = Value; }

  uint8_t *Out;
  uintptr_t At;
  size_t Size = 0;
};

} // namespace

static void encodeOff(encoding::Instruction I, uint8_t *Out) {
  Emitter E(Out, 0);
  for (size_t Byte = 0; Byte != sizeof(encoding::x86_64::Opcode) - 1; ++Byte)
    E.bytes(encoding::x86_64::Opcode[Byte]);
  E.bytes(encoding::x86_64::addressByte(I));
  E.number(encoding::word(I), 4);
}

static bool isOff(const uint8_t *Code) {
  return *Code == encoding::x86_64::Opcode[0];
}

static void encodeStep(int32_t Offset, bool Down, uint8_t *Out) {
  Emitter(Out, 0).step(Offset, Down);
}

static bool encodeJump(uintptr_t Site, uintptr_t Target, uint8_t *Out) {
  Emitter E(Out, Site);
  bool InReach = E.jump(Target);
  E.bytes(0x0f, 0x1f, 0x40, 0x00); // nopl 0(%rax)
  return InReach;
}

static bool encodeFlagsTrampoline(uintptr_t At, uintptr_t Site,
                                  const SlotOffsets &Offsets, bool Down,
                                  bool KeepFlags, uint8_t *Out) {
  Emitter E(Out, At);
  if (KeepFlags) {
    E.skipRedZone();
    E.bytes(0x9c); // pushfq
  }
  for (uint32_t I = 0; I != Offsets.Size; ++I)
    E.step(Offsets.Each[I], Down);
  if (KeepFlags) {
    E.bytes(0x9d); // popfq
    E.leaveRedZone();
  }
  bool InReach = E.jump(Site + SiteSize);
  E.fill(TrampolineSize);
  return InReach;
}

static bool encodeChunkTrampoline(uintptr_t At, uintptr_t Site,
                                  const ChunkSlot &Slot, const CallSite &What,
                                  bool KeepFlags, uintptr_t Function,
                                  uint8_t *Out) {
  // The usual path comes first, within one line of the processor's cache if it
  // counts in at most four slots.
  const size_t SlowAt = Slot.Offset.Size > 4 ? 88 : 64,
               FunctionAt = SlowAt + 16;
  auto Keep = [&](Emitter &E, uint8_t Byte) {
    if (KeepFlags)
      E.bytes(Byte);
  };
  auto ShortJump = [](Emitter &E, uint8_t Opcode, size_t Target) {
    E.bytes(Opcode, Target - (E.size() + 2));
  };
  constexpr uint8_t PushFlags = 0x9c, PopFlags = 0x9d;
  Emitter E(Out, At);
  E.skipRedZone();
  Keep(E, PushFlags);
  E.bytes(0x50);                         // pushq %rax
  E.bytes(0x64, 0x48, 0x8b, 0x04, 0x25); // movq %fs:disp32, %rax
  E.number(static_cast<uint32_t>(Slot.Pointer), 4);
  E.bytes(0x48, 0x85, 0xc0);  // testq %rax, %rax
  ShortJump(E, 0x74, SlowAt); // je
  for (uint32_t I = 0; I != Slot.Offset.Size; ++I) {
    E.bytes(0x48, 0xff, What.Step < 0 ? 0x88 : 0x80); // incq disp32(%rax)
    E.number(static_cast<uint32_t>(Slot.Offset.Each[I]), 4);
  }
  E.bytes(0x58); // popq %rax
  Keep(E, PopFlags);
  size_t Leave = E.size();
  E.leaveRedZone();
  bool InReach = E.jump(Site + SiteSize);
  E.fill(SlowAt);
  E.bytes(0x58); // popq %rax
  E.bytes(KeepFlags ? PopFlags : 0x90);
  E.bytes(0xff, 0x15); // callq *disp32(%rip): the runtime may be far away.
  size_t Return = E.size() + 4;
  E.number(FunctionAt - Return, 4);
  ShortJump(E, 0xeb, Leave); // jmp
  E.fill(FunctionAt);
  E.number(Function, 8);
  E.fill(Return + CallSiteDistance);
  E.number(What.Unit, 4);
  E.number(What.Slot, 4);
  E.number(static_cast<uint32_t>(What.Step), 4);
  E.number(What.Parts, 4);
  E.fill(TrampolineSize);
  return InReach;
}

static uintptr_t everyFunction();

// Distance of the argument from the call's return address.
static constexpr size_t EverySiteDistance = 14;
/// Bytes that the trampoline has pushed: the red zone, the flags and a
/// register.
static constexpr size_t PushedAtSite = 128 + 8 + 8;

static bool encodeEveryTrampoline(uintptr_t At, uintptr_t Site,
                                  const ChunkSlot &Slot, const ChunkSlot &Event,
                                  const CallSite &What, uint8_t *Out) {
  constexpr size_t MissingAt = 75, AboveAt = 79, LeaveAt = 60, FunctionAt = 96;
  Emitter E(Out, At);
  auto LoadChunk = [&](const ChunkSlot &S) {
    E.bytes(0x64, 0x48, 0x8b, 0x04, 0x25); // movq %fs:disp32, %rax
    E.number(static_cast<uint32_t>(S.Pointer), 4);
  };
  auto ShortJump = [&](uint8_t Opcode, size_t Target) {
    E.bytes(Opcode, Target - (E.size() + 2));
  };
  auto StopIfMissing = [&](const ChunkSlot &S) {
    LoadChunk(S);
    E.bytes(0x48, 0x85, 0xc0); // testq %rax, %rax
    ShortJump(0x74, MissingAt);
  };
  auto Step = [&](const ChunkSlot &S) {
    E.bytes(0x48, 0xff, What.Step < 0 ? 0x88 : 0x80); // incq disp32(%rax)
    E.number(static_cast<uint32_t>(S.Offset.Each[0]), 4);
  };
  E.skipRedZone();
  E.bytes(0x9c, 0x50); // pushfq; pushq %rax
  StopIfMissing(Event);
  StopIfMissing(Slot);
  Step(Slot);
  LoadChunk(Event);
  Step(Event);
  ShortJump(0x7f, AboveAt); // jg
  E.bytes(0x58, 0x9d);      // popq %rax; popfq
  E.leaveRedZone();
  bool InReach = E.jump(Site + SiteSize);
  E.fill(MissingAt);
  E.bytes(0x31, 0xc0); // xorl %eax, %eax
  ShortJump(0xeb, AboveAt + 5);
  E.bytes(0xb8); // movl $1, %eax
  E.number(1, 4);
  E.bytes(0xff, 0x15); // callq *disp32(%rip)
  size_t Return = E.size() + 4;
  E.number(FunctionAt - Return, 4);
  ShortJump(0xeb, LeaveAt);
  E.fill(FunctionAt);
  E.number(everyFunction(), 8);
  E.number(What.Unit, 4);
  E.number(What.Slot, 4);
  E.number(static_cast<uint32_t>(What.Step), 4);
  E.number(What.Parts, 4);
  E.number(Site + SiteSize, 8);
  return InReach && Return + EverySiteDistance == FunctionAt + 8;
}

//===----------------------------------------------------------------------===//
// Calls of trampolines
//===----------------------------------------------------------------------===//

extern "C" void __udpc_count_site();

static_assert(CallSiteDistance == 16, "the code below adds it");

extern "C" void __udpc_every_site();

// The surrounding code does not expect a call, so every register is preserved.
// The second function passes the registers that it has pushed.
asm(R"(
  .macro UDPC_SITE_CALL Name
  .p2align 4
  .type \Name, @function
\Name:
  endbr64
  pushfq
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  pushq %rbp
  movq %rsp, %rbp
  andq $-64, %rsp
  cld
  .endm
  .macro UDPC_SITE_RETURN Name
  callq __udpc_keep_vectors
  movq %rbp, %rsp
  popq %rbp
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  popfq
  retq
  .size \Name, . - \Name
  .endm

  .text
  UDPC_SITE_CALL __udpc_count_site
  leaq __udpc_count_at_site(%rip), %rdi
  movq 88(%rbp), %rsi
  addq $16, %rsi
  UDPC_SITE_RETURN __udpc_count_site
  UDPC_SITE_CALL __udpc_every_site
  leaq __udpc_every_at_site(%rip), %rdi
  movq %rbp, %rsi
  UDPC_SITE_RETURN __udpc_every_site
  .purgem UDPC_SITE_CALL
  .purgem UDPC_SITE_RETURN
)");

namespace {
/// The registers that __udpc_every_site has pushed.
struct EveryCall {
  uint64_t FramePointer;
  uint64_t Others[8];
  uint64_t IsCounted; ///< The trampoline's %rax.
  uint64_t Flags;
  uint64_t Return;
};
} // namespace

extern "C" __attribute__((used)) void
__udpc_every_at_site(const EveryCall *Call) {
  countEveryAtSite(*reinterpret_cast<const EveryCallSite *>(Call->Return +
                                                            EverySiteDistance),
                   Call->IsCounted,
                   reinterpret_cast<uint64_t>(Call + 1) + PushedAtSite,
                   Call->FramePointer);
}

static uintptr_t everyFunction() {
  initKeepVectors();
  return reinterpret_cast<uintptr_t>(&__udpc_every_site);
}

static uintptr_t countingFunction() {
  initKeepVectors();
  return reinterpret_cast<uintptr_t>(&__udpc_count_site);
}

//===----------------------------------------------------------------------===//
// Changing a site
//===----------------------------------------------------------------------===//

static void writeFirst(uintptr_t Site, uint8_t Byte) {
  __atomic_store_n(reinterpret_cast<uint8_t *>(Site), Byte, __ATOMIC_RELEASE);
}

/// Performs write \p I: the breakpoint, the bytes after it, the first byte.
static void write(unsigned I, uintptr_t Site, const uint8_t *Code) {
  if (I == 0)
    return writeFirst(Site, Int3);
  if (I == 2)
    return writeFirst(Site, Code[0]);
  auto *At = reinterpret_cast<volatile uint8_t *>(Site);
  for (size_t Byte = 1; Byte != SiteSize; ++Byte)
    At[Byte] = Code[Byte];
}

static bool hasBreakpoint(uintptr_t Site) {
  return __atomic_load_n(reinterpret_cast<const uint8_t *>(Site),
                         __ATOMIC_ACQUIRE) == Int3;
}

static uintptr_t getProgramCounter(const void *Context) {
  return static_cast<const ucontext_t *>(Context)->uc_mcontext.gregs[REG_RIP];
}

static void setProgramCounter(void *Context, uintptr_t Address) {
  static_cast<ucontext_t *>(Context)->uc_mcontext.gregs[REG_RIP] =
      static_cast<greg_t>(Address);
}

static uintptr_t getStackPointer(const void *Context) {
  return static_cast<const ucontext_t *>(Context)->uc_mcontext.gregs[REG_RSP];
}

const PatchTarget *rt::patchTarget() {
  static constexpr PatchTarget Target = {
      SiteSize,
      /*JumpReach=*/uintptr_t(1) << 31,
      encodeOff,
      isOff,
      encodeStep,
      encodeJump,
      encodeFlagsTrampoline,
      encodeChunkTrampoline,
      encodeEveryTrampoline,
      countingFunction,
      /*NumWrites=*/3,
      write,
      hasBreakpoint,
      /*TrapDistance=*/1,
      getProgramCounter,
      setProgramCounter,
      getStackPointer,
  };
  return &Target;
}
