//===- ControlCommands.cpp - Commands to a running counter unit -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/ControlCommands.h"
#include "tools/qemu/PluginArguments.h"
#include <algorithm>
#include <charconv>
#include <iterator>
#include <sstream>

using namespace udpc;
using namespace udpc::qemu;

namespace {
/// The half-open range of cores [First, End).
struct Cores {
  unsigned First, End;
};

/// The arguments of a command.
struct Operands {
  std::string List;
  Cores Where;
};
} // namespace

/// Returns \p Text in quotes, shortened and without control characters, so that
/// untrusted text fits one line of a terminal.
static std::string quoted(std::string Text) {
  constexpr size_t Max = 40;
  if (Text.size() > Max)
    Text = Text.substr(0, Max) + "...";
  for (char &C : Text)
    if (C < ' ' || C > '~')
      C = '?';
  return "'" + Text + "'";
}

static std::string wrongList(const std::string &List, const char *Example) {
  return "error: expected counters such as " + std::string(Example) + ", not " +
         quoted(List);
}

/// Parses `thread=N` or `thread=others`. Returns an error, or "".
static std::string parseThread(const std::string &Text, const Counters &C,
                               Cores &Where) {
  unsigned NumCores = C.NumCores, Thread = 0;
  bool HasOthers = NumCores == MaxCores;
  if (HasOthers && Text == "others") {
    Where = {MaxCores, MaxCores + 1};
    return "";
  }
  const char *End = Text.data() + Text.size();
  auto [Rest, Error] = std::from_chars(Text.data(), End, Thread);
  if (Error != std::errc() || Rest != End || Thread >= NumCores)
    return "error: no thread " + quoted(Text) + "; they are 0 to " +
           std::to_string(NumCores - 1) + (HasOthers ? " and others" : "");
  Where = {Thread, Thread + 1};
  return "";
}

static std::string write(const Operands &O, Counters &C, const ReportStyle &) {
  // The first pass only checks, so that nothing is written if an item is wrong.
  for (bool Checked : {false, true}) {
    auto Take = [&](unsigned Counter, int64_t Value) {
      for (unsigned I = O.Where.First; Checked && I != O.Where.End; ++I)
        C.write(I, Counter, Value);
    };
    if (!parseNumbers(O.List, '=', INT64_MIN, Take))
      return wrongList(O.List, "3=250+7=-1");
  }
  return "ok";
}

static std::string reset(const Operands &O, Counters &C, const ReportStyle &) {
  uint8_t Wanted[NumCounters] = {};
  std::string List = O.List.empty() ? "0-255" : O.List;
  if (List.find('/') != std::string::npos || !parseCounters(List, Wanted))
    return wrongList(O.List, "3+7-9");
  for (unsigned I = O.Where.First; I != O.Where.End; ++I)
    for (unsigned Counter = 0; Counter != NumCounters; ++Counter)
      if (Wanted[Counter])
        C.resetFromOutside(I, Counter);
  return "ok";
}

/// Sets or clears the mask bits of the listed commands.
static std::string setMask(const Operands &O, Counters &C, bool On) {
  uint8_t Commands[NumCounters] = {};
  if (!parseCounters(O.List, Commands))
    return wrongList(O.List, "3+7-9/dec");
  for (unsigned I = O.Where.First; I != O.Where.End; ++I)
    for (unsigned Counter = 0; Counter != NumCounters; ++Counter) {
      if (On)
        C.Masked[I][Counter] |= Commands[Counter];
      else
        C.Masked[I][Counter] &= uint8_t(~Commands[Counter]);
    }
  return "ok";
}

static std::string mask(const Operands &O, Counters &C, const ReportStyle &) {
  return setMask(O, C, true);
}

static std::string unmask(const Operands &O, Counters &C, const ReportStyle &) {
  return setMask(O, C, false);
}

static std::string read(const Operands &O, Counters &C,
                        const ReportStyle &Style) {
  uint8_t Wanted[NumCounters] = {};
  std::string List = O.List.empty() ? "0-255" : O.List;
  if (List.find('/') != std::string::npos || !parseCounters(List, Wanted))
    return wrongList(O.List, "3+7-9");
  std::string Text;
  auto Append = [](void *Context, const char *Piece, size_t Size) {
    static_cast<std::string *>(Context)->append(Piece, Size);
    return true;
  };
  printReport(C, Style, Append, &Text, Wanted);
  // No string in the report contains a newline.
  Text.erase(std::remove(Text.begin(), Text.end(), '\n'), Text.end());
  return Text;
}

namespace {
struct ControlCommand {
  const char *Name;
  std::string (*Do)(const Operands &O, Counters &C, const ReportStyle &Style);
  /// Which threads the command applies to without `thread=`: true for all that
  /// may ever run, false for those that have run.
  bool ForLaterThreads;
};
} // namespace

static const ControlCommand Commands[] = {
    {"read", read, false}, {"write", write, false},  {"reset", reset, false},
    {"mask", mask, true},  {"unmask", unmask, true},
};

std::string qemu::controlUnit(const std::string &Line, Counters &C,
                              const ReportStyle &Style) {
  std::istringstream Words(Line);
  std::string Name, Word;
  Words >> Name;
  const ControlCommand *What = std::find_if(
      std::begin(Commands), std::end(Commands),
      [&](const ControlCommand &Each) { return Name == Each.Name; });
  if (What == std::end(Commands))
    return "error: unknown command " + quoted(Name) +
           "; known are read, write, reset, mask and unmask";
  unsigned NumCores = C.NumCores;
  bool HasAll = What->ForLaterThreads || NumCores == MaxCores;
  Operands O = {"", {0, HasAll ? MaxCores + 1 : NumCores}};
  bool HasThread = false;
  while (Words >> Word) {
    bool IsThread = Word.compare(0, 7, "thread=") == 0;
    if (IsThread ? HasThread : !O.List.empty())
      return "error: one list of counters and one thread=, not also " +
             quoted(Word);
    if (!IsThread) {
      O.List = Word;
      continue;
    }
    if (What->Do == read)
      return "error: read takes no thread=; its answer lists the threads";
    HasThread = true;
    std::string Error = parseThread(Word.substr(7), C, O.Where);
    if (!Error.empty())
      return Error;
  }
  return What->Do(O, C, Style);
}
