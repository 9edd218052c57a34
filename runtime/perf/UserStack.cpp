//===- UserStack.cpp - The stack of a thread's code -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/perf/UserStack.h"
#include "runtime/system/System.h"
#include "runtime/unwind/CallerRules.h"
#include <dlfcn.h>
#include <ucontext.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// The record to which a frame pointer points, \p Distance bytes below the
/// pointer.
struct FrameRecord {
  uint64_t Caller; ///< The caller's frame pointer.
  uint64_t Return;
};

/// Checks whether memory is readable. Most frames are in pages that have been
/// checked before.
class MemoryCheck {
public:
  /// Returns whether the 8 bytes at \p Address, a multiple of 8, can be read.
  bool canRead(uint64_t Address);

private:
  uint64_t Checked = 0;
};

} // namespace

#if defined(__riscv)
static constexpr uint64_t Distance = sizeof(FrameRecord);
#else
static constexpr uint64_t Distance = 0;
#endif

bool MemoryCheck::canRead(uint64_t Address) {
  constexpr uint64_t PageSize = 4096;
  if (Address % 8)
    return false;
  uint64_t Page = Address / PageSize;
  if (Page != Checked && !isWordReadable(Address))
    return false;
  Checked = Page;
  return true;
}

static CodeState stateIn([[maybe_unused]] const mcontext_t &Machine) {
#if defined(__x86_64__)
  return {uint64_t(Machine.gregs[REG_RIP]), uint64_t(Machine.gregs[REG_RSP]),
          uint64_t(Machine.gregs[REG_RBP])};
#elif defined(__riscv)
  return {Machine.__gregs[0], Machine.__gregs[2], Machine.__gregs[8]};
#else
  return {};
#endif
}

/// Finds the caller by the frame pointer. Frames of callers are at higher
/// addresses.
static bool stepByFramePointer(CodeState &Code, MemoryCheck &Memory) {
  uint64_t Record = Code.FramePointer - Distance;
  if (Code.FramePointer < Code.StackPointer || !Memory.canRead(Record) ||
      !Memory.canRead(Record + 8))
    return false;
  auto *R = reinterpret_cast<const FrameRecord *>(Record);
  Code = {R->Return, Record + sizeof(FrameRecord), R->Caller};
  return true;
}

#if defined(__x86_64__) && defined(DLFO_STRUCT_HAS_EH_DBASE)
extern "C" __attribute__((weak)) int _dl_find_object(void *, dl_find_object *);

namespace {
/// The rules of a place. The words change without a lock: Key combines the
/// place, its module and Rules, so that a mixture is detected.
struct CachedRules {
  uint64_t Key, Rules;
};
} // namespace

static uint64_t wordAt(uint64_t Address) {
  return *reinterpret_cast<const uint64_t *>(Address);
}

static constexpr size_t CacheSize = 4096;
static CachedRules Cache[CacheSize];

static uint64_t packed(const CallerRules &R) {
  constexpr uint32_t Mask = (1u << 30) - 1;
  return uint64_t(R.What) | uint64_t(R.IsFromFramePointer) << 2 |
         uint64_t(uint32_t(R.Offset) & Mask) << 3 |
         uint64_t(uint32_t(R.FramePointerAt) & Mask) << 33;
}

static CallerRules unpacked(uint64_t Rules) {
  auto Number = [&](unsigned Shift) {
    return int32_t(uint32_t(Rules >> Shift) << 2) >> 2;
  };
  return {static_cast<CallerRules::Kind>(Rules & 3), (Rules & 4) != 0,
          Number(3), Number(33)};
}

static CallerRules rulesAt(uint64_t Address) {
  dl_find_object Object;
  if (!&_dl_find_object ||
      _dl_find_object(reinterpret_cast<void *>(Address), &Object) ||
      !Object.dlfo_eh_frame)
    return {};
  auto *Header = static_cast<const uint8_t *>(Object.dlfo_eh_frame);
  auto At = reinterpret_cast<uint64_t>(Header);
  uint64_t Place = Address ^ (At << 20 | At >> 44);
  CachedRules &C = Cache[(Address ^ Address >> 12) % CacheSize];
  uint64_t Known = __atomic_load_n(&C.Rules, __ATOMIC_RELAXED);
  if ((__atomic_load_n(&C.Key, __ATOMIC_RELAXED) ^ Known) == Place)
    return unpacked(Known);
  auto End = reinterpret_cast<uint64_t>(Object.dlfo_map_end);
  CallerRules Rules = callerRulesAt(UnwindTable(Header, End - At), Address);
  uint64_t New = packed(Rules);
  __atomic_store_n(&C.Key, Place ^ New, __ATOMIC_RELAXED);
  __atomic_store_n(&C.Rules, New, __ATOMIC_RELAXED);
  return Rules;
}

/// Finds the caller. False at the end of the stack.
static bool step(CodeState &Code, bool &IsInterrupted, MemoryCheck &Memory) {
  // A return address may be after the last instruction of its function.
  CallerRules Rules = rulesAt(Code.Pc - (IsInterrupted ? 0 : 1));
  IsInterrupted = Rules.What == CallerRules::Signal;
  if (Rules.What == CallerRules::Outermost)
    return false;
  if (Rules.What == CallerRules::None)
    return stepByFramePointer(Code, Memory);
  if (IsInterrupted) {
    auto *Context = reinterpret_cast<const ucontext_t *>(Code.StackPointer);
    auto First = reinterpret_cast<uint64_t>(&Context->uc_mcontext);
    if (!Memory.canRead(First) ||
        !Memory.canRead(First + sizeof(gregset_t) - 8))
      return false;
    Code = stateIn(Context->uc_mcontext);
    return true;
  }
  uint64_t Frame =
      (Rules.IsFromFramePointer ? Code.FramePointer : Code.StackPointer) +
      uint64_t(Rules.Offset);
  uint64_t Saved = Frame + uint64_t(Rules.FramePointerAt);
  if (Frame <= Code.StackPointer || !Memory.canRead(Frame - 8) ||
      (Rules.FramePointerAt && !Memory.canRead(Saved)))
    return false;
  Code = {wordAt(Frame - 8), Frame,
          Rules.FramePointerAt ? wordAt(Saved) : Code.FramePointer};
  return true;
}
#else
static bool step(CodeState &Code, bool &, MemoryCheck &Memory) {
  return stepByFramePointer(Code, Memory);
}
#endif

UserStack::UserStack(const void *Context) {
  CodeState Code =
      stateIn(static_cast<const ucontext_t *>(Context)->uc_mcontext);
  Pc = Code.Pc;
  walk(Code, /*IsInterrupted=*/true);
}

UserStack::UserStack(const CodeState &Code) : Pc(Code.Pc) {
  Frames[NumFrames++] = Pc;
  walk(Code, /*IsInterrupted=*/false);
}

void UserStack::walk(CodeState Code, bool IsInterrupted) {
  MemoryCheck Memory;
  while (NumFrames != MaxFrames && Code.Pc &&
         step(Code, IsInterrupted, Memory) && Code.Pc)
    Frames[NumFrames++] = Code.Pc;
}
