//===- EventMasks.cpp - Events and commands that do not count -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/events/EventMasks.h"
#include "runtime/base/Bytes.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/events/EventBias.h"
#include "runtime/events/EventNames.h"
#include "runtime/events/EventValues.h"
#include "runtime/interfaces/PerfCounts.h"
#include "udpc/values.h"

using namespace udpc;
using namespace udpc::rt;

static constexpr unsigned NumCommands = 2;

/// Element of ThreadRecord::Masks, by event.
namespace {
struct ThreadMask {
  uint64_t Own; ///< The thread's CommandSet.
  /// The thread's counts that have been processed, by command. 0 in threads
  /// that are younger than the mask.
  int64_t Processed[NumCommands];
};
} // namespace
static constexpr uint32_t MaskWords = sizeof(ThreadMask) / sizeof(uint64_t);

/// Masks for all threads, by event.
static CommandSet *ForAll;
static int Capacity;
static Pool Memory;
/// Whether any mask has been set.
static bool HadMask;

static CommandSet forAll(int Event) {
  return Event >= 0 && Event < Capacity ? ForAll[Event] : NoCommand;
}

static ThreadMask *findMask(const ThreadRecord &T, int Event) {
  return reinterpret_cast<ThreadMask *>(T.Masks.find(Event));
}

static ThreadMask *makeMask(ThreadRecord &T, int Event) {
  return reinterpret_cast<ThreadMask *>(
      makeArray(T.Masks, T.Memory, Event, MaskWords));
}

/// Returns whether the counts of \p T are final, so that nothing is subtracted
/// from them.
static bool isOver(const ThreadRecord &T) {
  return T.HasEnded || &T == &otherThreads();
}

CommandSet rt::maskForAll(int Event) { return forAll(Event); }

CommandSet rt::maskOfThread(int Event, const ThreadRecord &T) {
  const ThreadMask *M = findMask(T, Event);
  return M ? CommandSet(M->Own) : NoCommand;
}

//===----------------------------------------------------------------------===//
// Settling
//===----------------------------------------------------------------------===//

/// Returns whether any command of \p Event is masked in \p T.
static bool isMasked(const ThreadRecord &T, int Event) {
  return forAll(Event) | maskOfThread(Event, T);
}

namespace {
/// The counts of a thread by event and command.
class CommandCounts {
public:
  explicit CommandCounts(const ThreadRecord &T) {
    updateEvents();
    Bytes = size_t(numEvents()) * NumCommands * sizeof(*Counts) + 1;
    Counts = static_cast<int64_t *>(mapMemory(Bytes));
    if (Counts && !readCommands(T, Counts)) {
      unmapMemory(Counts, Bytes);
      Counts = nullptr;
    }
  }
  ~CommandCounts() { unmapMemory(Counts, Bytes); }
  CommandCounts(const CommandCounts &) = delete;
  CommandCounts &operator=(const CommandCounts &) = delete;

  bool isValid() const { return Counts; }
  int64_t of(int Event, unsigned Command) const {
    return Counts[NumCommands * Event + Command];
  }

private:
  size_t Bytes;
  int64_t *Counts;
};
} // namespace

/// Subtracts the counts of the masked commands of \p Event since the last call,
/// and records those of other commands.
static void updateEvent(ThreadRecord &T, int Event, const CommandCounts &Now) {
  ThreadMask *M = makeMask(T, Event);
  if (!M)
    return;
  CommandSet Masked = forAll(Event) | CommandSet(M->Own);
  for (unsigned C = 0; C != NumCommands; ++C) {
    int64_t Growth = values::limitedSubtract(Now.of(Event, C), M->Processed[C]);
    if (Masked >> C & 1 && Growth &&
        !addToEvent(Event, T, C ? Growth : 0 - Growth))
      continue;
    M->Processed[C] = Now.of(Event, C);
  }
}

static void subtractMaskedOf(ThreadRecord &T) {
  if (!HadMask || isOver(T))
    return;
  CommandCounts Now(T);
  if (!Now.isValid())
    return warnOfMemory();
  for (int E = 0, N = numEvents(); E != N; ++E)
    if (isMasked(T, E))
      updateEvent(T, E, Now);
}

void rt::subtractMasked(ThreadRecord &T) {
  addPerfCounts(T);
  subtractMaskedOf(T);
}

void rt::subtractMasked() {
  addPerfCounts();
  for (ThreadRecord *T = HadMask ? firstThread() : nullptr; T; T = T->Next)
    subtractMaskedOf(*T);
}

void rt::restartMasks() {
  for (ThreadRecord *T = HadMask ? firstThread() : nullptr; T; T = T->Next) {
    CommandCounts Now(*T);
    for (int E = 0; Now.isValid() && E != numEvents(); ++E)
      if (ThreadMask *M = findMask(*T, E))
        for (unsigned C = 0; C != NumCommands; ++C)
          M->Processed[C] = Now.of(E, C);
  }
}

//===----------------------------------------------------------------------===//
// Changing masks
//===----------------------------------------------------------------------===//

/// Processes the counts of \p T in \p Event so far, so that a changed mask
/// applies from now on.
static bool prepare(ThreadRecord &T, int Event) {
  if (isOver(T))
    return true;
  CommandCounts Now(T);
  if (!Now.isValid() || !makeMask(T, Event))
    return false;
  updateEvent(T, Event, Now);
  return true;
}

bool rt::setMaskForAll(int Event, CommandSet Commands) {
  updateEvents();
  if (!eventName(Event) || !Memory.grow(ForAll, Capacity, numEvents()))
    return false;
  if (ForAll[Event] == Commands)
    return true;
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (!prepare(*T, Event))
      return false;
  HadMask |= Commands != NoCommand;
  ForAll[Event] = Commands;
  return true;
}

bool rt::setMaskOfThread(int Event, ThreadRecord &T, CommandSet Commands) {
  updateEvents();
  if (!eventName(Event) || !prepare(T, Event))
    return false;
  HadMask |= Commands != NoCommand;
  if (ThreadMask *M = isOver(T) ? nullptr : findMask(T, Event))
    M->Own = Commands;
  return true;
}
