//===- Threads.cpp - The program's threads --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/Threads.h"
#include <algorithm>
#include <cassert>
#include <cerrno>
#include <iterator>

using namespace udpc::machine;

/// Base of the identifiers of all threads but the first, whose identifier is
/// the process's. It exceeds all identifiers of Linux (PID_MAX_LIMIT).
static constexpr int LargestProcess = 1 << 22;

Threads::Threads(int ProcessId) {
  List.push_back({ProcessId, 0});
  Current = List.begin();
}

Thread &Threads::add() {
  ++NumAdded;
  List.push_back({LargestProcess + static_cast<int>(NumAdded), NumAdded});
  List.back().Signals.Mask = Current->Signals.Mask;
  return List.back();
}

void Threads::endCurrent() {
  assert(!isAlone() && "the last thread ends with the process");
  // next() starts after the current thread.
  auto Before =
      Current == List.begin() ? std::prev(List.end()) : std::prev(Current);
  List.erase(Current);
  Current = Before;
}

void Threads::keepCurrent(int ProcessId) {
  List.splice(List.begin(), List, Current);
  List.erase(std::next(List.begin()), List.end());
  Current->Id = ProcessId;
  Current->Number = 0;
}

Thread *Threads::find(int Id) {
  auto It = std::find_if(List.begin(), List.end(),
                         [&](const Thread &T) { return T.Id == Id; });
  return It == List.end() ? nullptr : &*It;
}

void Threads::wait(const Wait &For) {
  Current->Waits = For;
  Current->WaitNumber = ++NumWaits;
}

Thread *Threads::firstWaiting(uint64_t Address, uint32_t Bits) {
  Thread *First = nullptr;
  for (Thread &T : List)
    if (T.Waits.What == Wait::Futex && T.Waits.Address == Address &&
        (T.Waits.Bits & Bits) && (!First || T.WaitNumber < First->WaitNumber))
      First = &T;
  return First;
}

uint64_t Threads::wake(uint64_t Address, uint64_t Count, uint32_t Bits) {
  uint64_t Number = 0;
  for (; Number != Count; ++Number) {
    Thread *T = firstWaiting(Address, Bits);
    if (!T)
      break;
    T->Waits = {};
    T->Result = 0;
  }
  return Number;
}

uint64_t Threads::requeue(uint64_t From, uint64_t To, uint64_t Count) {
  uint64_t Number = 0;
  for (; From != To && Number != Count; ++Number) {
    Thread *T = firstWaiting(From, ~uint32_t(0));
    if (!T)
      break;
    T->Waits.Address = To;
  }
  return Number;
}

bool Threads::canRun(Thread &T, uint64_t Now, const Signals &All) const {
  if (T.Waits.What == Wait::Nothing)
    return true;
  bool IsHost = T.Waits.What == Wait::Host;
  if (All.isPending(T.Signals)) {
    T.Result = -EINTR;
    if (IsHost) {
      T.Interrupted = T.State.X[10 - 1];
      T.State.Pc += 4;
      T.CallEnd.reset();
    }
  } else if (IsHost) {
    return true;
  } else if (T.Waits.Deadline && *T.Waits.Deadline <= Now) {
    T.Result = T.Waits.What == Wait::Futex ? -ETIMEDOUT : 0;
  } else {
    return false;
  }
  return true;
}

bool Threads::next(uint64_t Now, const Signals &All) {
  auto It = Current;
  do {
    if (++It == List.end())
      It = List.begin();
    if (canRun(*It, Now, All)) {
      It->Waits = {};
      Current = It;
      return true;
    }
  } while (It != Current);
  return false;
}

bool Threads::areAllWaiting() const {
  return std::all_of(List.begin(), List.end(), [](const Thread &T) {
    return T.Waits.What != Wait::Nothing;
  });
}

std::optional<uint64_t> Threads::deadline() const {
  std::optional<uint64_t> Earliest;
  for (const Thread &T : List)
    if (T.Waits.What != Wait::Nothing && T.Waits.Deadline &&
        (!Earliest || *T.Waits.Deadline < *Earliest))
      Earliest = T.Waits.Deadline;
  return Earliest;
}
