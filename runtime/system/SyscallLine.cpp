//===- SyscallLine.cpp - A line of /proc/<pid>/syscall --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/SyscallLine.h"

using namespace udpc;
using namespace udpc::rt;

static bool isDigit(char C) { return C >= '0' && C <= '9'; }

static bool parseDecimal(const char *&At, uint64_t &Out) {
  if (!isDigit(*At))
    return false;
  for (Out = 0; isDigit(*At); ++At)
    Out = Out * 10 + (*At - '0');
  return true;
}

/// Skips a space, and parses a number with 0x.
static bool parseHex(const char *&At, uintptr_t &Out) {
  if (At[0] != ' ' || At[1] != '0' || At[2] != 'x')
    return false;
  const char *First = At += 3;
  for (Out = 0;; ++At) {
    char Letter = *At | ('a' - 'A');
    if (isDigit(*At))
      Out = Out * 16 + (*At - '0');
    else if (Letter >= 'a' && Letter <= 'f')
      Out = Out * 16 + (Letter - 'a' + 10);
    else
      return At != First;
  }
}

bool rt::parseSyscallLine(const char *Line, SleepingPlace &Out) {
  bool InNone = Line[0] == '-' && Line[1] == '1';
  uint64_t Number = 0;
  if (InNone)
    Line += 2;
  else if (!parseDecimal(Line, Number))
    return false;
  Out.Syscall = InNone ? -1 : int64_t(Number);
  for (uintptr_t &Argument : Out.Arguments)
    if (!InNone && !parseHex(Line, Argument))
      return false;
  return parseHex(Line, Out.StackPointer) &&
         parseHex(Line, Out.ProgramCounter) && (!*Line || *Line == '\n');
}

/// Returns the text after \p Word at the beginning of a line; null if there is
/// none.
static const char *findLine(const char *Text, const char *Word) {
  for (bool IsBegin = true; *Text; IsBegin = *Text++ == '\n') {
    const char *At = Text, *W = Word;
    while (IsBegin && *W && *At == *W)
      ++At, ++W;
    if (IsBegin && !*W)
      return At;
  }
  return nullptr;
}

bool rt::parseContextSwitches(const char *Status, uint64_t &Out) {
  Out = 0;
  static const char *const Words[] = {"voluntary_ctxt_switches:\t",
                                      "nonvoluntary_ctxt_switches:\t"};
  for (const char *Word : Words) {
    const char *At = findLine(Status, Word);
    uint64_t N;
    if (!At || !parseDecimal(At, N))
      return false;
    Out += N;
  }
  return true;
}
