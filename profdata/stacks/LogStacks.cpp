//===- LogStacks.cpp - Stacks from the samples of logs --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/AddressLines.h"
#include "profdata/stacks/StackSources.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;
using namespace udpc;

namespace {

class Conversion {
public:
  Conversion(const Log &Samples, const LogStackOptions &Options)
      : Samples(Samples), Options(Options), Lines(Options.Demangle) {}
  StackProfile run();
  ArrayRef<std::string> warnings() const { return Lines.warnings(); }

private:
  void addTypes();
  void addRun(const LogRun &Run);
  bool isUsed(const LogRun &Run, uint32_t Event, uint32_t Thread) const;
  void noteTime(const LogRun &Run, uint64_t Time);
  uint32_t placeOf(const LogRun &Run, uint64_t Address);
  StackProfile::Key keyOf(const LogRun &Run, uint32_t Event, uint32_t Thread,
                          ArrayRef<uint64_t> Stack);

  const Log &Samples;
  const LogStackOptions &Options;
  AddressLines Lines;
  StackProfile Out;
  std::map<std::string, size_t> Types; ///< By event.
  /// Places of the run that is being added, by address.
  DenseMap<uint64_t, uint32_t> Places;
  uint64_t FirstTime = UINT64_MAX, LastTime = 0;
};

} // namespace

static StringRef nameOf(const LogRun &Run, uint32_t Event) {
  return Event < Run.Events.size() ? StringRef(Run.Events[Event]) : "";
}

bool Conversion::isUsed(const LogRun &Run, uint32_t Event,
                        uint32_t Thread) const {
  return Options.Events.matchesEvent(nameOf(Run, Event)) &&
         (!Options.Thread || *Options.Thread == Thread);
}

/// Adds a type for each event that has a count at a sample.
void Conversion::addTypes() {
  Out.Types = {{"samples", "count"}};
  for (const LogRun &Run : Samples.Runs)
    for (const LogSample &S : Run.Samples)
      for (size_t E = 0; E != std::min(S.Counts.size(), Run.Events.size()); ++E)
        if (S.Counts[E] && isUsed(Run, S.Event, S.Thread) &&
            Types.try_emplace(Run.Events[E], Out.Types.size()).second)
          Out.Types.push_back({Run.Events[E], "count"});
}

void Conversion::noteTime(const LogRun &Run, uint64_t Time) {
  if (uint64_t Wall = Run.wallTime(Time)) {
    FirstTime = std::min(FirstTime, Wall);
    LastTime = std::max(LastTime, Wall);
  }
}

uint32_t Conversion::placeOf(const LogRun &Run, uint64_t Address) {
  auto [It, New] = Places.try_emplace(Address);
  if (!New)
    return It->second;
  StackPlace Place;
  Place.Address = Address;
  const LogModule *M = Run.moduleOf(Address);
  if (M)
    Place.Module =
        Out.addModule({M->Path, toHex(M->BuildId, /*LowerCase=*/true), M->Start,
                       M->End, M->Offset});
  Place.Lines = Lines.at(M, Address, Out);
  return It->second = Out.addPlace(std::move(Place));
}

StackProfile::Key Conversion::keyOf(const LogRun &Run, uint32_t Event,
                                    uint32_t Thread, ArrayRef<uint64_t> Stack) {
  StackProfile::Key Key;
  for (const auto &[I, Address] : enumerate(Stack))
    // A return address is after the call, and may belong to the next function.
    Key.Places.push_back(placeOf(Run, I && Address ? Address - 1 : Address));
  Key.Labels = {{"event", nameOf(Run, Event).str()}};
  // Counts by stack are sums over all threads.
  if (Thread != log::None)
    Key.Labels.push_back({"thread", Thread == log::OtherThreads
                                        ? "others"
                                        : std::to_string(Thread)});
  if (Samples.Runs.size() > 1)
    Key.Labels.push_back({"process", std::to_string(Run.Pid)});
  return Key;
}

void Conversion::addRun(const LogRun &Run) {
  Places.clear();
  std::map<uint32_t, std::vector<int64_t>> Before; // By thread.
  for (const LogSample &S : Run.Samples) {
    if (!isUsed(Run, S.Event, S.Thread))
      continue;
    noteTime(Run, S.Time);
    std::vector<uint64_t> Stack = {S.Pc};
    append_range(Stack, S.Frames);
    StackProfile::Key Key = keyOf(Run, S.Event, S.Thread, Stack);
    Out.add(Key, 0, 1);
    std::vector<int64_t> &Last = Before[S.Thread];
    Last.resize(std::max(Last.size(), S.Counts.size()));
    for (size_t E = 0; E != std::min(S.Counts.size(), Run.Events.size()); ++E)
      if (int64_t Growth = values::limitedSubtract(S.Counts[E], Last[E])) {
        Out.add(Key, Types.at(Run.Events[E]), Growth);
        Last[E] = S.Counts[E];
      }
  }
  for (const LogStack &S : Run.Stacks)
    if (isUsed(Run, S.Event, S.Thread)) {
      noteTime(Run, S.Time);
      Out.add(keyOf(Run, S.Event, S.Thread, S.Frames), 0,
              values::limited(S.Count));
    }
}

StackProfile Conversion::run() {
  addTypes();
  for (const LogRun &Run : Samples.Runs) {
    addRun(Run);
    if (&Run == &Samples.Runs.front())
      Out.Command = Run.Command;
    else if (Out.Command != Run.Command)
      Out.Command.clear();
  }
  if (LastTime) {
    Out.StartNanoseconds = FirstTime;
    Out.Nanoseconds = LastTime - FirstTime;
  }
  return std::move(Out);
}

StackProfile udpc::stacksOf(const Log &Samples, const LogStackOptions &Options,
                            std::vector<std::string> &Warnings) {
  Conversion C(Samples, Options);
  StackProfile Out = C.run();
  append_range(Warnings, C.warnings());
  return Out;
}
