//===- CodeMemory.cpp - Makes code temporarily writable -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/CodeMemory.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/modules/Mappings.h"
#include "runtime/patch/SiteRegistry.h"
#include "runtime/patch/plan/PlanPatcher.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// The pages of one mapping from its first changing site to its last. There is
/// one range for each mapping, not one for each page: a process may have 65530
/// mappings, and each change of protection splits one.
struct Span {
  uintptr_t Start, End;
  int Protection;
  int Error;
  bool IsOpen; ///< Was made writable and has to be restored.
  const char *Name;
};

} // namespace

static Span *Spans;
static uint32_t NumSpans, Capacity;
static Pool Memory;
static bool WarnedOfSystem, WarnedOfSpan;

static void addSpan(const Span &New) {
  if (Memory.grow(Spans, Capacity, NumSpans + 1))
    Spans[NumSpans++] = New;
}

//===----------------------------------------------------------------------===//
// Choice of pages
//===----------------------------------------------------------------------===//

/// Extends Low..High by the changing sites of \p M in \p Map.
static void widen(const SiteModule &M, const Mapping &Map, uintptr_t &Low,
                  uintptr_t &High) {
  size_t SiteSize = patchTarget()->SiteSize;
  // A site may begin before the mapping.
  uint64_t I =
      firstSiteFrom(M, Map.Start < SiteSize ? 0 : Map.Start - SiteSize + 1);
  if (I < M.FirstChanging)
    I = M.FirstChanging;
  while (I < M.EndChanging && !M.Sites[I].IsChanging)
    ++I;
  if (I >= M.EndChanging || M.Sites[I].Address >= Map.End)
    return;
  uint64_t J = firstSiteFrom(M, Map.End);
  if (J > M.EndChanging)
    J = M.EndChanging;
  while (!M.Sites[J - 1].IsChanging)
    --J;
  if (M.Sites[I].Address < Low)
    Low = M.Sites[I].Address;
  if (M.Sites[J - 1].Address + SiteSize > High)
    High = M.Sites[J - 1].Address + SiteSize;
}

static void addMapping(const Mapping &Map) {
  uintptr_t Low = UINTPTR_MAX, High = 0;
  for (uint32_t I = 0; I != numModules(); ++I)
    if (siteModule(I).FirstChanging != siteModule(I).EndChanging)
      widen(siteModule(I), Map, Low, High);
  widenByPlanned(Map, Low, High);
  if (Low >= High)
    return;
  uintptr_t Page = pageSize();
  Low &= ~(Page - 1);
  High = (High + Page - 1) & ~(Page - 1);
  Span New = {};
  New.Start = Low > Map.Start ? Low : Map.Start;
  New.End = High < Map.End ? High : Map.End;
  // The mapping is code, even if the list says otherwise: QEMU 7.2's user mode
  // lists no mapping as executable.
  New.Protection = Map.Protection | PROT_EXEC;
  // Writes would change the file or other processes.
  New.Error = Map.IsShared ? EACCES : 0;
  size_t Length = lengthOf(Map.Name) + 1;
  char *Name = Memory.allocateArray<char>(Length);
  if (Name)
    copyBytes(Name, Map.Name, Length);
  New.Name = Name ? Name : "";
  addSpan(New);
}

/// Adds mappings without /proc, assuming that each module's code is one
/// mapping.
static void guessMappings() {
  for (uint32_t I = 0; I != numModules(); ++I) {
    const SiteModule &M = siteModule(I);
    if (M.FirstChanging == M.EndChanging)
      continue;
    uintptr_t Page = pageSize();
    uintptr_t End =
        M.Sites[M.EndChanging - 1].Address + patchTarget()->SiteSize;
    Mapping Map = {M.Sites[M.FirstChanging].Address & ~(Page - 1),
                   (End + Page - 1) & ~(Page - 1),
                   0,
                   PROT_READ | PROT_EXEC,
                   false,
                   ""};
    addMapping(Map);
  }
}

//===----------------------------------------------------------------------===//
// Opening and closing
//===----------------------------------------------------------------------===//

static long protect(const Span &S, int Protection) {
  return rawSyscall(SYS_mprotect, S.Start, S.End - S.Start, Protection);
}

void rt::openCode() {
  if (!visitMappings([](const Mapping &Map, void *) { addMapping(Map); },
                     nullptr))
    guessMappings();
  for (Span *S = Spans; S != Spans + NumSpans; ++S) {
    if (S->Error || (S->Protection & PROT_WRITE))
      continue;
    long Result = protect(*S, S->Protection | PROT_READ | PROT_WRITE);
    S->Error = Result < 0 ? static_cast<int>(-Result) : 0;
    S->IsOpen = !S->Error;
  }
}

int rt::codeError(uintptr_t Address, size_t Size) {
  uintptr_t End = Address + Size;
  for (uint32_t I = 0; I != NumSpans && Address != End; ++I) {
    const Span &S = Spans[I];
    if (S.End <= Address)
      continue;
    if (S.Start > Address)
      break;
    if (S.Error)
      return S.Error;
    Address = S.End < End ? S.End : End;
  }
  return Address == End ? 0 : EFAULT;
}

static void warnOfSpans() {
  const Span *Failed = nullptr;
  bool AnyOpen = false;
  for (const Span *S = Spans; S != Spans + NumSpans; ++S) {
    AnyOpen |= !S->Error;
    if (S->Error && !Failed)
      Failed = S;
  }
  if (!Failed)
    return;
  if (!AnyOpen && !WarnedOfSystem && !WarnedOfSpan) {
    warn("this system forbids changing code (mprotect: ",
         errorText(Failed->Error),
         "); events that are counted by instructions stay off");
    WarnedOfSystem = true;
  } else if (AnyOpen && !WarnedOfSpan) {
    warn("the code at ", Hex{Failed->Start}, "-", Hex{Failed->End},
         *Failed->Name ? " of " : "", Failed->Name, " cannot be changed (",
         errorText(Failed->Error),
         "); events that are counted there are incomplete");
    WarnedOfSpan = true;
  }
}

void rt::closeCode() {
  for (Span *S = Spans; S != Spans + NumSpans; ++S)
    if (S->IsOpen)
      protect(*S, S->Protection);
  warnOfSpans();
  Memory.release();
  Spans = nullptr;
  NumSpans = Capacity = 0;
}
