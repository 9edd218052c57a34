//===- SearchJournal.cpp - Measurements of a search -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/work/SearchJournal.h"
#include "profdata/support/JsonText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

/// Version of the entries' format.
static constexpr int Version = 1;

SearchJournal::SearchJournal(std::string File)
    : File(std::move(File)), Start(std::chrono::steady_clock::now()) {}

static std::string line(json::Object Entry) {
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Entry)) << '\n';
  return Text;
}

static std::string hex(uint64_t Number) { return utohexstr(Number, true); }

Error SearchJournal::append(StringRef Line) {
  std::error_code EC;
  raw_fd_ostream OS(File, EC, sys::fs::CD_OpenAlways, sys::fs::FA_Write,
                    sys::fs::OF_Append);
  if (!EC) {
    OS << Line;
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  return EC ? createStringError(File + ": " + EC.message()) : Error::success();
}

/// Returns the object of one line; none if it is incomplete.
static std::optional<json::Object> parsed(StringRef Line) {
  Expected<json::Value> Value = parseJson(Line);
  if (!Value) {
    consumeError(Value.takeError());
    return std::nullopt;
  }
  if (json::Object *Entry = Value->getAsObject())
    return std::move(*Entry);
  return std::nullopt;
}

void SearchJournal::readEntries(StringRef Text) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    std::optional<json::Object> Entry = parsed(Line);
    if (!Entry)
      continue;
    double Seconds = Entry->getNumber("seconds").value_or(0);
    double Spent = Entry->getNumber("spent").value_or(0);
    if (std::optional<StringRef> Run = Entry->getString("run")) {
      double Value = Entry->getNumber("value").value_or(0);
      if (Value > 0 && std::isfinite(Value))
        Known.push_back({Run->str(), Value, Seconds, Spent});
    } else if (std::optional<StringRef> Name = Entry->getString("build")) {
      Build B{0, Seconds, Spent};
      if (!Entry->getString("code").value_or("").getAsInteger(16, B.CodeHash))
        Builds[*Name] = B;
    }
  }
}

Expected<bool> SearchJournal::open(StringRef Identity) {
  auto Buffer = MemoryBuffer::getFile(File);
  StringRef Text = Buffer ? (*Buffer)->getBuffer() : StringRef();
  auto [Head, Entries] = Text.split('\n');
  std::optional<json::Object> First = parsed(Head);
  bool IsSame = First && First->getInteger("udpc_loop") == Version &&
                First->getString("identity") == Identity &&
                !Entries.contains("{\"end\":true}");
  if (IsSame)
    readEntries(Entries);
  // Rewrite the journal, as the last line may be incomplete.
  std::string Next =
      line(json::Object{{"udpc_loop", Version}, {"identity", Identity}});
  if (IsSame)
    Next += Entries.substr(0, Entries.rfind('\n') + 1).str();
  std::string Temporary = File + ".new";
  std::error_code EC;
  {
    raw_fd_ostream OS(Temporary, EC);
    if (!EC) {
      OS << Next;
      OS.close();
      EC = OS.error();
      OS.clear_error();
    }
  }
  if (!EC)
    EC = sys::fs::rename(Temporary, File);
  if (EC)
    return createStringError(File + ": " + EC.message());
  IsLive = Known.empty();
  return IsSame;
}

void SearchJournal::countRun(double Seconds) {
  RunSeconds = RunSeconds > 0 ? 0.9 * RunSeconds + 0.1 * Seconds : Seconds;
}

void SearchJournal::advance() {
  if (!IsLive)
    return;
  std::chrono::duration<double> Since =
      std::chrono::steady_clock::now() - Start;
  Spent = Base + Since.count();
}

std::optional<double> SearchJournal::takeRun(StringRef Build) {
  if (IsLive)
    return std::nullopt;
  if (!Known.empty() && Known.front().Build == Build) {
    Run R = std::move(Known.front());
    Known.pop_front();
    Spent = R.Spent;
    countRun(R.Seconds);
    return R.Value;
  }
  Known.clear();
  IsLive = true;
  Base = Spent;
  Start = std::chrono::steady_clock::now();
  return std::nullopt;
}

Error SearchJournal::addRun(StringRef Build, double Value, double Seconds) {
  advance();
  countRun(Seconds);
  return append(line(json::Object{{"run", Build},
                                  {"value", Value},
                                  {"seconds", Seconds},
                                  {"spent", Spent}}));
}

std::optional<SearchJournal::Build> SearchJournal::takeBuild(StringRef Name) {
  auto It = Builds.find(Name);
  if (It == Builds.end())
    return std::nullopt;
  if (!IsLive)
    Spent = std::max(Spent, It->second.Spent);
  return It->second;
}

Error SearchJournal::addBuild(StringRef Name, uint64_t CodeHash,
                              double Seconds) {
  advance();
  Builds[Name] = {CodeHash, Seconds, Spent};
  return append(line(json::Object{{"build", Name},
                                  {"code", hex(CodeHash)},
                                  {"seconds", Seconds},
                                  {"spent", Spent}}));
}

Error SearchJournal::end() { return append("{\"end\":true}\n"); }
