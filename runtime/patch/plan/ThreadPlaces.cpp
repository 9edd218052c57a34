//===- ThreadPlaces.cpp - Finds the places of threads ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/plan/ThreadPlaces.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/counts/Threads.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/modules/Mappings.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/CodeBarrier.h"
#include "runtime/system/SleepingThreads.h"
#include "runtime/system/System.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

using namespace udpc;
using namespace udpc::rt;

/// The value of the SIGURG that asks threads.
static constexpr int Question = 0x55445057;

namespace {
struct Stack {
  uintptr_t Start, End;
};
/// A thread that is asked, and the last question that it has answered.
struct AskedThread {
  uint64_t Tid;
  uint32_t Answered;
};
} // namespace

// Data of the question; set while it is asked. The memory stays mapped: a
// thread may be late with its answer.
static WatchedRange *Ranges;
static size_t NumRanges;
static Stack *Stacks;
static size_t NumStacks;
static constexpr size_t MaxStacks = 65536;
/// The main thread's stack.
static Stack MainStack;
static AskedThread *Asked;
static uint32_t NumAsked;
static constexpr uint32_t MaxAsked = 65536;
/// The number of the question; even if none is being asked.
static uint32_t Number;
/// The first threads that have not answered.
static uint64_t Unresponsive[MaxUnresponsive];
static uint32_t NumUnresponsive;
/// The context that the calling thread's handler has interrupted.
static __thread const void *Interrupted
    __attribute__((tls_model("initial-exec")));

//===----------------------------------------------------------------------===//
// Answers of threads
//===----------------------------------------------------------------------===//

static void note(uintptr_t Word) {
  // Excludes nearly all words of a stack.
  if (!NumRanges || Word <= Ranges[0].Begin ||
      Word >= Ranges[NumRanges - 1].End)
    return;
  size_t I = partitionPoint(NumRanges,
                            [&](size_t I) { return Ranges[I].End <= Word; });
  if (I != NumRanges && Word > Ranges[I].Begin)
    __atomic_store_n(Ranges[I].IsOccupied, true, __ATOMIC_RELAXED);
}

static void noteAll() {
  for (size_t I = 0; I != NumRanges; ++I)
    __atomic_store_n(Ranges[I].IsOccupied, true, __ATOMIC_RELAXED);
}

/// Checks every word from \p Pointer to the end of the stack: the frames of
/// signals contain the program counters that they have interrupted. The C
/// library puts a thread's storage at the end of its stack; memory that follows
/// may be part of the same mapping.
static void noteStack(uintptr_t Pointer) {
  for (size_t I = 0; I != NumStacks; ++I) {
    if (Pointer < Stacks[I].Start || Pointer >= Stacks[I].End)
      continue;
    uintptr_t End = Stacks[I].End, Own = threadPointer();
    End = Own > Pointer && Own < End ? Own : End;
    for (uintptr_t At = Pointer & ~uintptr_t(7); At + 8 <= End; At += 8)
      note(*reinterpret_cast<volatile uintptr_t *>(At));
    return;
  }
  noteAll(); // The stack was mapped just now.
}

/// Checks a thread with the stack pointer \p Pointer that executes a handler on
/// the alternate stack \p Other: its place on the first stack is in the frame
/// of the signal that started the handler.
static void noteAlternate(uintptr_t Pointer, const stack_t &Other) {
  auto Begin = reinterpret_cast<uintptr_t>(Other.ss_sp);
  uintptr_t End = Begin + Other.ss_size;
  bool Found = false;
  for (uintptr_t At = (Pointer + 7) & ~uintptr_t(7); At + 8 <= End; At += 8) {
    note(*reinterpret_cast<volatile uintptr_t *>(At));
    auto *C = reinterpret_cast<const ucontext_t *>(At);
    if (At + sizeof(mcontext_t) + offsetof(ucontext_t, uc_mcontext) > End ||
        C->uc_stack.ss_sp != Other.ss_sp || C->uc_link ||
        C->uc_stack.ss_size != Other.ss_size)
      continue;
    uintptr_t First = patchTarget()->GetStackPointer(C);
    if (First >= Begin && First < End)
      continue; // A signal arrived while it was on this stack.
    noteStack(First);
    Found = true;
  }
  if (!Found)
    noteAll();
}

/// Checks a thread that a handler has interrupted.
static void noteContext(const void *Context) {
  // The flags do not tell whether it was on that stack (since Linux 4.7).
  const stack_t &Other = static_cast<const ucontext_t *>(Context)->uc_stack;
  uintptr_t Pointer = patchTarget()->GetStackPointer(Context);
  note(patchTarget()->GetProgramCounter(Context));
  if (!(Other.ss_flags & SS_DISABLE) &&
      Pointer - reinterpret_cast<uintptr_t>(Other.ss_sp) < Other.ss_size)
    noteAlternate(Pointer, Other);
  else
    noteStack(Pointer);
}

static uint32_t currentQuestion() {
  return __atomic_load_n(&Number, __ATOMIC_ACQUIRE);
}

bool rt::answerWhereThreadIs(const siginfo_t &Info, const void *Context) {
  if (Info.si_code != SI_QUEUE || Info.si_value.sival_int != Question)
    return false;
  if (currentQuestion() != Info.si_uid)
    return true;
  noteContext(Context);
  uint64_t Self = currentTid();
  for (uint32_t I = 0, N = NumAsked; I != N; ++I)
    if (Asked[I].Tid == Self)
      __atomic_store_n(&Asked[I].Answered, Info.si_uid, __ATOMIC_RELEASE);
  return true;
}

const void *rt::noteInterrupted(const void *Context) {
  const void *Before = Interrupted;
  Interrupted = Context;
  return Before;
}

static void noteSelf() {
  if (Interrupted)
    return noteContext(Interrupted);
  auto Pointer = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  stack_t Alternate = {};
  rawSyscall(SYS_sigaltstack, 0, asLong(&Alternate));
  if (Alternate.ss_flags & SS_ONSTACK)
    noteAlternate(Pointer, Alternate);
  else
    noteStack(Pointer);
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static void addStack(const Mapping &Map, void *) {
  constexpr int Wanted = PROT_READ | PROT_WRITE;
  if ((Map.Protection & Wanted) != Wanted)
    return;
  if (sameText(Map.Name, "[stack]"))
    MainStack = {Map.Start, Map.End};
  if (NumStacks != MaxStacks)
    Stacks[NumStacks++] = {Map.Start, Map.End};
}

/// Asks a thread. The signal carries the number of the question in the field of
/// the user.
static bool askThread(long Pid, long Tid) {
  siginfo_t Info;
  clearBytes(&Info, sizeof(Info));
  Info.si_code = SI_QUEUE;
  Info.si_uid = Number;
  Info.si_value.sival_int = Question;
  return rawSyscall(SYS_rt_tgsigqueueinfo, Pid, Tid, SIGURG, asLong(&Info)) ==
         0;
}

/// Calls \p Action with the number of each other thread. False without /proc.
template <typename Function> static bool forEachOther(Function Action) {
  int Folder = openFile("/proc/self/task", O_RDONLY | O_DIRECTORY);
  if (Folder < 0)
    return false;
  auto Self = long(currentTid());
  long Error = forEachName(Folder, [&](const char *Name) {
    long Tid = 0;
    for (; *Name >= '0' && *Name <= '9'; ++Name)
      Tid = Tid * 10 + (*Name - '0');
    if (Tid && Tid != Self)
      Action(Tid);
  });
  closeFile(Folder);
  return Error == 0;
}

/// Returns whether \p Pointer is on the first stack of thread \p Tid. On
/// another stack, places that were interrupted on the first one would be
/// missed.
static bool isOnFirstStack(uint64_t Tid, uintptr_t Pointer) {
  if (Tid == currentPid())
    return Pointer >= MainStack.Start && Pointer < MainStack.End;
  for (const ThreadRecord *T = firstThread(); T; T = T->Next) {
    if (T->Tid != Tid || T->HasEnded || !T->ThreadPointer)
      continue;
    // The C library puts a thread's storage at the end of its stack.
    for (size_t I = 0; I != NumStacks; ++I)
      if (Stacks[I].Start <= Pointer && Pointer < T->ThreadPointer &&
          T->ThreadPointer < Stacks[I].End)
        return true;
  }
  return false;
}

static bool lookAtSleeping(uint64_t Tid, const SleepingPlace &Place) {
  if (!isOnFirstStack(Tid, Place.StackPointer))
    return false;
  note(Place.ProgramCounter);
  noteStack(Place.StackPointer);
  return true;
}

static bool hasAnswered(const AskedThread &T) {
  return __atomic_load_n(&T.Answered, __ATOMIC_ACQUIRE) == Number;
}

static uint32_t countAnswers() {
  uint32_t N = 0;
  for (uint32_t I = 0; I != NumAsked; ++I)
    N += hasAnswered(Asked[I]);
  return N;
}

static void viewUnresponsive() {
  for (uint32_t I = 0; I != NumAsked; ++I) {
    if (hasAnswered(Asked[I]))
      continue;
    ThreadView View = viewThread(Asked[I].Tid, lookAtSleeping);
    if (View == ThreadView::Gone || View == ThreadView::Asleep)
      __atomic_store_n(&Asked[I].Answered, Number, __ATOMIC_RELEASE);
  }
}

static bool IsBrief;

void rt::waitBriefly(bool Brief) { IsBrief = Brief; }

/// Waits until all threads have answered: for 0.2 s since the last answer, and
/// at most 2 s; or briefly, for 20 ms and 0.2 s.
static bool waitForAnswers() {
  constexpr unsigned ShortPauses = 10, LooksEach = 8;
  unsigned MaxTries = IsBrief ? 20 : 200, Left = 10 * MaxTries;
  uint32_t Before = countAnswers();
  for (unsigned Try = 0; Before != NumAsked && Try != MaxTries && --Left;
       ++Try) {
    timespec Pause = {0, Try < ShortPauses ? 20000 : 1000000};
    rawSyscall(SYS_nanosleep, asLong(&Pause));
    // Nearly all threads answer at once.
    if (Try >= ShortPauses && Try % LooksEach == ShortPauses % LooksEach)
      viewUnresponsive();
    uint32_t Now = countAnswers();
    if (Now != Before && Try > ShortPauses)
      Try = ShortPauses;
    Before = Now;
  }
  return Before == NumAsked;
}

static void nextQuestion() {
  __atomic_store_n(&Number, Number + 1, __ATOMIC_RELEASE);
}

static void listUnresponsive() {
  for (uint32_t I = 0; I != NumAsked; ++I) {
    if (hasAnswered(Asked[I]))
      continue;
    if (NumUnresponsive < MaxUnresponsive)
      Unresponsive[NumUnresponsive] = Asked[I].Tid;
    ++NumUnresponsive;
  }
}

static bool askOthers() {
  NumAsked = 0;
  // A thread that is created meanwhile by a thread that has answered has not
  // executed the program's code.
  bool Listed = forEachOther([&](long Tid) {
    if (NumAsked != MaxAsked)
      Asked[NumAsked++] = {uint64_t(Tid), 0};
  });
  if (!Listed || NumAsked == MaxAsked)
    return false;
  nextQuestion();
  auto Pid = long(currentPid());
  for (uint32_t I = 0; I != NumAsked; ++I)
    if (!askThread(Pid, long(Asked[I].Tid)))
      __atomic_store_n(&Asked[I].Answered, Number, __ATOMIC_RELEASE);
  bool Answered = waitForAnswers();
  if (!Answered)
    listUnresponsive();
  nextQuestion(); // Late answers are ignored.
  return Answered;
}

uint32_t rt::unresponsiveThreads(const uint64_t *&Tids) {
  Tids = Unresponsive;
  return NumUnresponsive;
}

/// Allocates the lists. Returns whether there is memory.
static bool prepareLists() {
  if (!Stacks)
    Stacks = static_cast<Stack *>(mapMemory(MaxStacks * sizeof(*Stacks)));
  if (!Asked)
    Asked = static_cast<AskedThread *>(mapMemory(MaxAsked * sizeof(*Asked)));
  return Stacks && Asked;
}

bool rt::findOccupied(WatchedRange *Watched, size_t N) {
  NumUnresponsive = 0;
  if (!N)
    return true;
  Ranges = Watched;
  NumRanges = N;
  if (!prepareLists()) {
    noteAll();
    return false;
  }
  NumStacks = 0;
  MainStack = {};
  visitMappings(addStack, nullptr);
  noteSelf();
  if (hasOneThread())
    return true;
  installControlHandler();
  if (hasControlHandler(SIGURG) && askOthers())
    return true;
  noteAll();
  return false;
}
