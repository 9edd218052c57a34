//===- ThreadPlaces.cpp - Where threads stand -----------------------------===//

#include "runtime/patch/plan/ThreadPlaces.h"
#include "runtime/core/CodeBarrier.h"
#include "runtime/core/Hooks.h"
#include "runtime/core/Mappings.h"
#include "runtime/core/System.h"
#include "runtime/logic/Bytes.h"
#include "runtime/logic/Text.h"
#include "runtime/patch/target/PatchTarget.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

using namespace udpc;
using namespace udpc::rt;

/// The value of the SIGURG that asks.
static constexpr int Question = 0x55445057;

// What the question is about; set while it is asked.
static WatchedRange *Ranges;
static size_t NumRanges;
static struct Stack { uintptr_t Start, End; } * Stacks;
static size_t NumStacks, MaxStacks;
/// The number of the question, by which late answers are recognised, and, in
/// the lower half, of the answers.
static uint64_t Answers;
static constexpr uint64_t OneQuestion = uint64_t(1) << 32;
/// Who is in a handler, and what it has interrupted.
static uint64_t InterruptedThread;
static const void *Interrupted;

//===----------------------------------------------------------------------===//
// In each thread
//===----------------------------------------------------------------------===//

static void note(uintptr_t Word) {
  // Nearly all words of a stack.
  if (!NumRanges || Word <= Ranges[0].Begin ||
      Word >= Ranges[NumRanges - 1].End)
    return;
  size_t Low = 0;
  for (size_t N = NumRanges; N;) {
    size_t Half = N / 2;
    if (Ranges[Low + Half].End <= Word) {
      Low += Half + 1;
      N -= Half + 1;
    } else {
      N = Half;
    }
  }
  if (Low != NumRanges && Word > Ranges[Low].Begin)
    __atomic_store_n(Ranges[Low].IsOccupied, true, __ATOMIC_RELAXED);
}

static void noteAll() {
  for (size_t I = 0; I != NumRanges; ++I)
    __atomic_store_n(Ranges[I].IsOccupied, true, __ATOMIC_RELAXED);
}

/// Every word from \p Pointer to the end of the stack: the frames of signals
/// hold the program counters that they have interrupted. The C library puts a
/// thread's storage at the end of its stack; memory that follows may be part of
/// the same mapping.
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
  noteAll(); // It was mapped just now.
}

/// A thread that a handler has interrupted.
static void noteContext(const void *Context) {
  auto *C = static_cast<const ucontext_t *>(Context);
  note(patchTarget()->GetProgramCounter(Context));
  if (C->uc_stack.ss_flags & SS_ONSTACK)
    noteAll(); // In a handler on another stack: what is on the first one?
  else
    noteStack(patchTarget()->GetStackPointer(Context));
}

bool rt::answerWhereThreadIs(const siginfo_t &Info, const void *Context) {
  if (Info.si_code != SI_QUEUE || Info.si_value.sival_int != Question)
    return false;
  uint64_t Now = __atomic_load_n(&Answers, __ATOMIC_ACQUIRE);
  if (Now / OneQuestion != Info.si_uid)
    return true;
  noteContext(Context);
  // Does not count if another question has been asked meanwhile.
  while (Now / OneQuestion == Info.si_uid &&
         !__atomic_compare_exchange_n(&Answers, &Now, Now + 1, false,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
  return true;
}

void rt::noteInterrupted(const void *Context) {
  __atomic_store_n(&InterruptedThread, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&Interrupted, Context, __ATOMIC_RELEASE);
  if (Context)
    __atomic_store_n(&InterruptedThread, currentTid(), __ATOMIC_RELEASE);
}

static void noteSelf() {
  noteStack(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  stack_t Alternate = {};
  rawSyscall(SYS_sigaltstack, 0, asLong(&Alternate));
  if (!(Alternate.ss_flags & SS_ONSTACK))
    return;
  if (__atomic_load_n(&InterruptedThread, __ATOMIC_ACQUIRE) == currentTid())
    noteContext(Interrupted);
  else
    noteAll();
}

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

static void addStack(const Mapping &Map, void *) {
  constexpr int Wanted = PROT_READ | PROT_WRITE;
  if ((Map.Protection & Wanted) != Wanted)
    return;
  if (NumStacks != MaxStacks)
    Stacks[NumStacks++] = {Map.Start, Map.End};
}

/// The signal carries the number of the question where others have a user.
static bool askThread(long Pid, long Tid) {
  siginfo_t Info;
  clearBytes(&Info, sizeof(Info));
  Info.si_code = SI_QUEUE;
  Info.si_uid = uint32_t(Answers / OneQuestion);
  Info.si_value.sival_int = Question;
  return rawSyscall(SYS_rt_tgsigqueueinfo, Pid, Tid, SIGURG, asLong(&Info)) ==
         0;
}

namespace {
struct Directory64 {
  uint64_t Node, Offset;
  uint16_t Size;
  uint8_t Type;
  char Name[1];
};
} // namespace

/// Calls \p Action with the number of each other thread. False without /proc.
template <typename Function> static bool forEachOther(Function Action) {
  int Folder = openFile("/proc/self/task", O_RDONLY | O_DIRECTORY);
  if (Folder < 0)
    return false;
  auto Self = long(currentTid());
  alignas(8) char Buffer[2048];
  long Size;
  while ((Size = rawSyscall(SYS_getdents64, Folder, asLong(Buffer),
                            sizeof(Buffer))) > 0)
    for (long At = 0; At < Size;) {
      auto *Entry = reinterpret_cast<Directory64 *>(Buffer + At);
      long Tid = 0;
      for (const char *C = Entry->Name; *C >= '0' && *C <= '9'; ++C)
        Tid = Tid * 10 + (*C - '0');
      if (Tid && Tid != Self)
        Action(Tid);
      At += Entry->Size;
    }
  closeFile(Folder);
  return Size == 0;
}

/// Waits until \p NumAsked threads have answered, or have ended meanwhile.
static bool waitForAnswers(uint32_t NumAsked) {
  constexpr unsigned MaxTries = 200;
  for (unsigned Try = 0; Try != MaxTries; ++Try) {
    if (__atomic_load_n(&Answers, __ATOMIC_ACQUIRE) % OneQuestion >= NumAsked)
      return true;
    timespec Pause = {0, Try < 10 ? 20000 : 1000000};
    rawSyscall(SYS_nanosleep, asLong(&Pause));
  }
  return false;
}

static void nextQuestion() {
  uint64_t Now = __atomic_load_n(&Answers, __ATOMIC_RELAXED);
  __atomic_store_n(&Answers, (Now / OneQuestion + 1) * OneQuestion,
                   __ATOMIC_RELEASE);
}

static bool askOthers() {
  nextQuestion();
  auto Pid = long(currentPid());
  uint32_t NumAsked = 0;
  // A thread that is created meanwhile has not executed the program's code when
  // it comes from one that has answered.
  bool Listed =
      forEachOther([&](long Tid) { NumAsked += askThread(Pid, Tid); });
  bool Answered = waitForAnswers(NumAsked);
  nextQuestion(); // Late answers are about nothing.
  return Listed && Answered;
}

void rt::findOccupied(WatchedRange *Watched, size_t N) {
  if (!N)
    return;
  Ranges = Watched;
  NumRanges = N;
  // It stays: a thread may be late with its answer.
  constexpr size_t Most = 65536;
  if (!Stacks)
    Stacks = static_cast<Stack *>(mapMemory(Most * sizeof(*Stacks)));
  if (!Stacks)
    return noteAll();
  NumStacks = 0;
  MaxStacks = Most;
  visitMappings(addStack, nullptr);
  noteSelf();
  if (hasOneThread())
    return;
  installControlHandler();
  if (!hasControlHandler(SIGURG) || !askOthers())
    noteAll();
}
