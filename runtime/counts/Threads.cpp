//===- Threads.cpp - The records of threads -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/base/Bytes.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/interfaces/EventChanges.h"
#include "runtime/interfaces/RegionRecording.h"
#include "runtime/interfaces/SimulationLink.h"

using namespace udpc;
using namespace udpc::rt;

__thread ThreadState rt::ThisThread;

static ThreadRecord MainThread, Others;
static ThreadRecord *First, *Last;
static ThreadRecord *Unused;
/// In the child after fork(): the parent's ended threads, linked by Next. To
/// release their memory takes 5 to 90 µs each, and most children call exec or
/// exit: it is released as the child creates threads of its own.
static ThreadRecord *Inherited;
static Pool Records;
static uint64_t NextIndex;

ThreadRecord *rt::firstThread() { return First; }
ThreadRecord &rt::otherThreads() { return Others; }
ThreadRecord *rt::currentThread() { return ThisThread.Current; }

static void append(ThreadRecord *T) {
  T->Index = NextIndex++;
  T->Previous = Last;
  T->Next = nullptr;
  (Last ? Last->Next : First) = T;
  Last = T;
}

void rt::initThreads(uint64_t MaxEndedThreads) {
  setMaxEndedThreads(MaxEndedThreads);
  Others.Index = abi::OtherThreads;
  append(&MainThread);
  MainThread.IsPermanent = true;
  enterThread(&MainThread);
}

/// Releases two of the inherited records, so that fewer remain with each thread
/// that this process creates.
static void releaseInherited() {
  for (int I = 0; I != 2 && Inherited; ++I) {
    ThreadRecord *T = Inherited;
    Inherited = T->Next;
    T->File = {}; // Of the parent's file.
    giveBackRecord(T);
  }
}

ThreadRecord *rt::takeRecord() {
  releaseInherited();
  ThreadRecord *T = Unused;
  if (!T)
    return Records.allocateArray<ThreadRecord>(1);
  Unused = T->Next;
  T->Next = nullptr;
  return T;
}

void rt::giveBackRecord(ThreadRecord *T) {
  removeThreadFromFile(*T);
  releaseSimulation(*T);
  releaseCalls(*T);
  clearOpenRegions(*T);
  releaseSlots(*T);
  releaseEnded(*T);
  ThreadInFile InFile = T->File;
  clearBytes(T, sizeof(*T));
  T->File = InFile;
  T->Next = Unused;
  Unused = T;
}

ThreadRecord *rt::createThread() {
  ThreadRecord *T = takeRecord();
  if (T)
    append(T);
  return T;
}

static void unlink(ThreadRecord *T) {
  (T->Previous ? T->Previous->Next : First) = T->Next;
  (T->Next ? T->Next->Previous : Last) = T->Previous;
}

void rt::discardThread(ThreadRecord *T) {
  unlink(T);
  giveBackRecord(T);
}

ThreadRecord *rt::adoptThread() {
  if (ThisThread.Current || ThisThread.IsLate)
    return ThisThread.Current;
  // A thread that was not created by pthread_create (the C library's own for
  // SIGEV_THREAD, or a bare clone): its end may go unnoticed, so other threads
  // must not read its thread-local storage.
  ThisThread.Current = createThread();
  if (ThisThread.Current)
    ThisThread.Current->Tid = currentTid();
  return ThisThread.Current;
}

ThreadRecord *rt::enterThread(ThreadRecord *T) {
  T->Tid = currentTid();
  __atomic_store_n(&T->ThreadPointer, threadPointer(), __ATOMIC_RELEASE);
  // A signal handler of this thread may have created a record; the exchange is
  // atomic, because one may also do so now.
  ThreadRecord *Early = nullptr;
  if (__atomic_compare_exchange_n(&ThisThread.Current, &Early, T, false,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return T;
  Early->Start = T->Start;
  Early->Argument = T->Argument;
  StateLock Lock;
  if (Lock.held()) {
    discardThread(T);
    Early->ThreadPointer = threadPointer();
  }
  return Early;
}

/// Removes all threads from the list. Does not write to the records of ended
/// threads, whose pages would be copied.
static void clearList(const ThreadRecord *Self) {
  for (ThreadRecord *T = First; T;) {
    ThreadRecord *Next = T->Next;
    if (T == Self || T == &MainThread)
      unlink(T);
    else if (!T->HasEnded)
      discardThread(T);
    T = Next;
  }
  if (Last) {
    Last->Next = Inherited;
    Inherited = First;
  }
  First = Last = nullptr;
}

void rt::restartThreads() {
  ThreadRecord *Self = ThisThread.Current;
  leaveParentsFile(Self);
  restartSimulation();
  resetCalls();
  resetRegions();
  forgetEndedThreads();
  clearList(Self);
  clearStaticSlots();
  forgetMovedCounts();
  restartLateThreads();
  NextIndex = NumResets = 0;
  clearEventWrites();
  if (!Self)
    return;
  if (Self != &MainThread) {
    releaseSlots(MainThread);
    releaseSimulation(MainThread);
    releaseCalls(MainThread);
    clearOpenRegions(MainThread);
  }
  clearChunks(*Self);
  setTablesOf(*Self);
  Self->Tid = currentTid();
  append(Self);
  restartMasks();
}
