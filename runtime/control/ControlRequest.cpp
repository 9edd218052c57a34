//===- ControlRequest.cpp - Parses the requests of udpc ctl ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/control/ControlRequest.h"
#include "runtime/base/Text.h"
#include "runtime/options/StartValues.h"
#include "udpc/control.h"

using namespace udpc;
using namespace udpc::rt;

/// If \p Text starts with \p Word, followed by a space or the end, skips both
/// and returns true.
static bool skipWord(const char *&Text, const char *Word) {
  const char *At = Text;
  for (; *Word; ++Word, ++At)
    if (*At != *Word)
      return false;
  if (*At && *At != ' ')
    return false;
  Text = *At ? At + 1 : At;
  return true;
}

/// If \p Text starts with a number and a space, skips both and returns true.
static bool skipNumber(const char *&Text, int64_t &Number) {
  const char *End = Text;
  while (*End && *End != ' ')
    ++End;
  if (!*End || !readNumber(Text, End, Number))
    return false;
  Text = End + 1;
  return true;
}

static const struct {
  const char *Word;
  RequestKind Kind;
  /// Whether the command takes arguments, and a thread.
  bool HasRest, HasThread;
} Commands[] = {
    {"add", RequestKind::Add, true, false},
    {"enable", RequestKind::Enable, true, false},
    {"disable", RequestKind::Disable, true, false},
    {"mask", RequestKind::Mask, true, true},
    {"unmask", RequestKind::Unmask, true, true},
    {"status", RequestKind::Status, true, true},
    {"reset", RequestKind::Reset, true, true},
    {"dump", RequestKind::Dump, false, false},
    {"snapshot", RequestKind::Snapshot, true, false},
    {"write", RequestKind::Write, true, true},
};

/// Parses a command for one thread, or for all if \p Thread is 0.
static ControlRequest parseCommand(const char *Line, uint64_t Thread) {
  for (const auto &C : Commands) {
    const char *Rest = Line;
    if (!skipWord(Rest, C.Word) || (Thread && !C.HasThread) ||
        (!C.HasRest && Line[lengthOf(C.Word)]))
      continue;
    ControlRequest R = {C.Kind, Rest, Thread, 0};
    // An empty list is no list of globs.
    bool IsOptional = C.Kind == RequestKind::Status ||
                      C.Kind == RequestKind::Reset ||
                      C.Kind == RequestKind::Snapshot;
    if ((IsOptional && Line[lengthOf(C.Word)] && !*Rest) ||
        (C.Kind == RequestKind::Write && !skipNumber(R.Rest, R.Value)))
      break;
    return R;
  }
  return {RequestKind::Unknown, Line, Thread, 0};
}

ControlRequest rt::parseRequest(const char *Line) {
  if (!skipWord(Line, "udpc"))
    return {RequestKind::NotOurs, Line};
  if (!skipWord(Line, control::Version))
    return {RequestKind::OtherVersion, Line};
  const char *Rest = Line;
  int64_t Thread;
  if (skipWord(Rest, "thread") && skipNumber(Rest, Thread) && Thread > 0)
    return parseCommand(Rest, Thread);
  return parseCommand(Line, 0);
}
