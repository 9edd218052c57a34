//===- ControlFile.cpp - Parses samplectrl.txt ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sampling/ControlFile.h"

using namespace udpc::rt;

namespace {

bool isSpace(char C) { return C == ' ' || C == '\t' || C == '\r'; }

/// Copies [Begin, End) to \p Out. Returns false if it does not fit.
bool copy(const char *Begin, const char *End, char *Out, size_t Size) {
  if (static_cast<size_t>(End - Begin) >= Size)
    return false;
  while (Begin != End)
    *Out++ = *Begin++;
  *Out = 0;
  return true;
}

struct Field {
  const char *Name;
  uint64_t SampleControl::*Number; ///< Number, or if it is null:
  char *(*Text)(SampleControl &);
  size_t Size;
};

constexpr Field Fields[] = {
    {"eventsel", nullptr, [](SampleControl &C) { return C.Event; },
     sizeof(SampleControl::Event)},
    {"maxevent", &SampleControl::MaxEvents, nullptr, 0},
    {"maxevents", &SampleControl::MaxEvents, nullptr, 0},
    {"warmupinst", &SampleControl::Warmup, nullptr, 0},
    {"maxperiod", &SampleControl::Periods, nullptr, 0},
    {"maxperiods", &SampleControl::Periods, nullptr, 0},
    {"logname", nullptr, [](SampleControl &C) { return C.Log; },
     sizeof(SampleControl::Log)},
};

const Field *findField(const char *Name) {
  for (const Field &F : Fields)
    if (sameText(F.Name, Name))
      return &F;
  return nullptr;
}

} // namespace

bool udpc::rt::parseNumber(const char *Text, uint64_t &Out) {
  uint64_t N = 0;
  if (!*Text)
    return false;
  for (; *Text; ++Text) {
    if (*Text < '0' || *Text > '9')
      return false;
    if (__builtin_mul_overflow(N, uint64_t(10), &N) ||
        __builtin_add_overflow(N, static_cast<uint64_t>(*Text - '0'), &N))
      return false;
  }
  Out = N;
  return true;
}

/// Parses the line [Begin, End).
static bool parseLine(const char *Begin, const char *End, SampleControl &Out,
                      TextBuffer &Error) {
  while (Begin != End && isSpace(*Begin))
    ++Begin;
  while (Begin != End && isSpace(End[-1]))
    --End;
  if (Begin == End || *Begin == '#')
    return true;
  const char *Colon = Begin;
  while (Colon != End && *Colon != ':')
    ++Colon;
  char Name[32], Value[4096];
  const char *ValueBegin = Colon == End ? End : Colon + 1;
  while (ValueBegin != End && isSpace(*ValueBegin))
    ++ValueBegin;
  const char *NameEnd = Colon;
  while (NameEnd != Begin && isSpace(NameEnd[-1]))
    --NameEnd;
  const Field *F = Colon != End && copy(Begin, NameEnd, Name, sizeof(Name))
                       ? findField(Name)
                       : nullptr;
  if (!F) {
    Error.add("expected eventsel:, maxevent:, warmupinst:, maxperiod: or "
              "logname:");
    return false;
  }
  if (!copy(ValueBegin, End, Value, sizeof(Value)) || !*Value ||
      (F->Number ? !parseNumber(Value, Out.*F->Number)
                 : !copy(ValueBegin, End, F->Text(Out), F->Size))) {
    Error.add(F->Name).add(F->Number ? ": expected a number below 2^64"
                                     : ": expected a shorter, nonempty text");
    return false;
  }
  return true;
}

bool udpc::rt::parseSampleControl(const char *Text, SampleControl &Out,
                                  unsigned &Line, TextBuffer &Error) {
  Out.Event[0] = '0';
  Out.Event[1] = 0;
  Out.MaxEvents = 0;
  Out.Warmup = 0;
  Out.Periods = 0;
  Out.Log[0] = 0;
  for (Line = 1; *Text; ++Line) {
    const char *End = Text;
    while (*End && *End != '\n')
      ++End;
    if (!parseLine(Text, End, Out, Error))
      return false;
    Text = *End ? End + 1 : End;
  }
  if (!Out.MaxEvents) {
    Line = 0;
    Error.add("maxevent: is missing, or 0");
    return false;
  }
  return true;
}
