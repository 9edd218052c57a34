//===- ThreadHooks.cpp - Starts and ends of threads -----------------------===//
//
// pthread_create (which std::thread uses) and thrd_create are interposed to
// track new threads. The destructor of a thread-specific key tracks the ends of
// threads, however they end.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/auto/HotCode.h"
#include "runtime/auto/TimeShare.h"
#include "runtime/counts/Threads.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/interfaces/PerfCounts.h"
#include "runtime/log/SnapshotTimer.h"
#include "runtime/system/Process.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <threads.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

using CreateFunction = int (*)(pthread_t *, const pthread_attr_t *,
                               void *(*)(void *), void *);

extern "C" {
// The sanitizer's function, in the executable or in its library.
__attribute__((weak)) int __interceptor_pthread_create(pthread_t *,
                                                       const pthread_attr_t *,
                                                       void *(*)(void *),
                                                       void *);
// The C library's internal name, which only libc.a exports.
__attribute__((weak)) int __pthread_create(pthread_t *, const pthread_attr_t *,
                                           void *(*)(void *), void *);
__attribute__((weak)) void *dlsym(void *, const char *) __THROW;
}

/// Makes linkers extract the C library's pthread_create. Members of libc.a are
/// extracted only if something needs them, and our pthread_create satisfies all
/// others. Both C libraries have these two functions: glibc's timer_create
/// needs __pthread_create, and musl's pthread_exit is in one member with it.
__attribute__((used,
               retain)) static int (*const DrawIn)(clockid_t, sigevent *,
                                                   timer_t *) = timer_create;
__attribute__((used,
               retain)) static void (*const DrawInOther)(void *) = pthread_exit;

static CreateFunction realCreate() {
  if (__interceptor_pthread_create)
    return __interceptor_pthread_create;
  if (__pthread_create)
    return __pthread_create;
  static CreateFunction Found;
  CreateFunction Create = __atomic_load_n(&Found, __ATOMIC_RELAXED);
  if (!Create && dlsym) {
    void *Next = dlsym(RTLD_NEXT, "pthread_create");
    Create = reinterpret_cast<CreateFunction>(Next);
    __atomic_store_n(&Found, Create, __ATOMIC_RELAXED);
  }
  return Create;
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

static pthread_key_t Key;
static bool HaveKey;

static thread_local __attribute__((tls_model("initial-exec"))) int Rounds;

/// Number of running threads of the program that are watched.
static int NumRunning;

static void threadEnds(void *Record) {
  auto *T = static_cast<ThreadRecord *>(Record);
  // Other keys' destructors may still count: wait for the last round.
  if (++Rounds < PTHREAD_DESTRUCTOR_ITERATIONS &&
      !pthread_setspecific(Key, Record))
    return;
  void *Stack = T->SignalStack;
  stopSampling(*T);
  {
    StateLock Lock;
    if (Lock.held())
      leaveThread(T);
  }
  removeSignalStack(Stack);
  // Signals that were blocked meanwhile arrived when the lock was released, and
  // their handlers may have counted; so may the handlers of signals that arrive
  // now.
  constexpr int MaxLooks = 4;
  for (int Look = 0; Look != MaxLooks; ++Look) {
    StateLock Lock;
    if (!Lock.held() || !collectStaticCounts())
      break;
  }
  // The C library ends the process when its last thread ends.
  if (!__atomic_sub_fetch(&NumRunning, 1, __ATOMIC_RELAXED))
    stopInterval();
}

void rt::watchThreads() { HaveKey = !pthread_key_create(&Key, threadEnds); }

/// Watches the end of a thread that is in NumRunning.
static void watch(ThreadRecord *T) {
  if (HaveKey)
    pthread_setspecific(Key, T);
}

void rt::watchThread(ThreadRecord *T) {
  __atomic_add_fetch(&NumRunning, 1, __ATOMIC_RELAXED);
  watch(T);
}

void rt::watchOnlyThread() {
  NumRunning = 1;
  if (ThreadRecord *T = currentThread())
    watch(T);
}

//===----------------------------------------------------------------------===//
// Beginnings
//===----------------------------------------------------------------------===//

static void *runThread(void *Record) {
  auto *Created = static_cast<ThreadRecord *>(Record);
  ThreadRecord *T = enterThread(Created);
  // A signal handler that created the record has counted the thread a second
  // time.
  if (T != Created)
    __atomic_sub_fetch(&NumRunning, 1, __ATOMIC_RELAXED);
  if (countsPerf()) {
    StateLock Lock;
    if (Lock.held())
      enterPerf(*T);
  }
  watch(T);
  if (options().continuous) {
    StateLock Lock;
    if (Lock.held())
      moveSlotsToFile(*T);
  }
  // The mask may come from the program's attributes, or from a thread that was
  // created by a bare system call.
  unblockTrap();
  startSampling(*T);
  startTimeShare(*T);
  if (options().handle_signals)
    T->SignalStack = addSignalStack();
  return T->Start(T->Argument);
}

/// Returns the size of the executable's thread-local storage: slots, and the
/// runtime's own.
static size_t threadLocalSize() {
  auto *Header = reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR));
  for (unsigned long N = getauxval(AT_PHNUM); Header && N; --N, ++Header)
    if (Header->p_type == PT_TLS)
      return Header->p_memsz;
  return 0;
}

/// Returns attributes with room for the runtime's storage. Thread-local storage
/// is part of a thread's stack. A stack whose size the program has chosen is
/// enlarged by the storage that the runtime needs, including that for saving
/// vector registers at the first simulated access. \p Room then holds the
/// attributes.
static const pthread_attr_t *withRoom(const pthread_attr_t *Attributes,
                                      pthread_attr_t &Room) {
  void *Stack;
  size_t Size;
  if (!Attributes || pthread_attr_getstack(Attributes, &Stack, &Size) || !Size)
    return Attributes;
  // The stack is the program's own memory: glibc stores its end, or null.
  if (reinterpret_cast<uintptr_t>(Stack) + Size)
    return Attributes;
  // The copy's pointers are valid as long as the original.
  Room = *Attributes;
  constexpr size_t OfSimulation = 8 << 10;
  return pthread_attr_setstacksize(&Room,
                                   Size + threadLocalSize() + OfSimulation)
             ? Attributes
             : &Room;
}

extern "C" int pthread_create(pthread_t *Thread,
                              const pthread_attr_t *Attributes,
                              void *(*Start)(void *), void *Argument) {
  CreateFunction Create = realCreate();
  if (!Create)
    return EAGAIN;
  ensureStarted();
  pthread_attr_t Room;
  Attributes = withRoom(Attributes, Room);
  ThreadRecord *T = nullptr;
  if (ownsCounts()) {
    StateLock Lock;
    T = Lock.held() ? createThread() : nullptr;
    if (T) {
      T->Start = Start;
      T->Argument = Argument;
    }
  }
  if (!T)
    return Create(Thread, Attributes, Start, Argument);
  __atomic_add_fetch(&NumRunning, 1, __ATOMIC_RELAXED);
  int Error = Create(Thread, Attributes, runThread, T);
  if (Error) {
    __atomic_sub_fetch(&NumRunning, 1, __ATOMIC_RELAXED);
    StateLock Lock;
    if (Lock.held())
      discardThread(T);
  }
  return Error;
}

int rt::startOwnThread(void *(*Run)(void *)) {
  CreateFunction Create = realCreate();
  if (!Create)
    return ENOSYS;
  pthread_attr_t Attributes;
  if (int Error = pthread_attr_init(&Attributes))
    return Error;
  pthread_attr_setdetachstate(&Attributes, PTHREAD_CREATE_DETACHED);
  // Sanitizers need more stack than the runtime.
  constexpr size_t StackSize = 256 << 10;
  pthread_attr_setstacksize(&Attributes, StackSize + threadLocalSize());
  // The new thread inherits the mask. pthread_sigmask() never blocks the C
  // library's own signals, by which setuid() reaches all threads.
  sigset_t All, Old;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Old);
  pthread_t Thread;
  int Error = Create(&Thread, &Attributes, Run, nullptr);
  pthread_sigmask(SIG_SETMASK, &Old, nullptr);
  pthread_attr_destroy(&Attributes);
  return Error;
}

namespace {

/// Argument of a C11 thread's start routine, which frees it.
struct C11Start {
  thrd_start_t Function;
  void *Argument;
};

} // namespace

/// Runs a C11 thread. thrd_join reads the int from the pointer, into which
/// thrd_exit stores it.
static void *runC11Thread(void *P) {
  C11Start Start = *static_cast<C11Start *>(P);
  unmapMemory(P, sizeof(C11Start));
  return reinterpret_cast<void *>(
      static_cast<intptr_t>(Start.Function(Start.Argument)));
}

extern "C" int thrd_create(thrd_t *Thread, thrd_start_t Function,
                           void *Argument) {
  auto *Start = static_cast<C11Start *>(mapMemory(sizeof(C11Start)));
  if (!Start)
    return thrd_nomem;
  *Start = {Function, Argument};
  int Error = pthread_create(Thread, nullptr, runC11Thread, Start);
  if (!Error)
    return thrd_success;
  unmapMemory(Start, sizeof(*Start));
  return Error == ENOMEM ? thrd_nomem : thrd_error;
}
