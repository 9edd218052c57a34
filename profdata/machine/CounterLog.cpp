//===- CounterLog.cpp - Reads samples of the 64 counters ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/machine/CounterLog.h"
#include "profdata/support/JsonText.h"

using namespace llvm;
using namespace udpc;

static constexpr const char *Names[] = {
#define UDPC_COUNTER(Number, Name, Kind) #Name,
#include "udpc/lists/machine_counters.inc"
};
static_assert(sizeof(Names) / sizeof(*Names) == NumMachineCounters,
              "one for each counter");

StringRef udpc::machineCounterName(unsigned Counter) { return Names[Counter]; }

static constexpr CounterRatio Ratios[] = {
    {"ipc", "instructions for each cycle", 1, 0, 1},
    {"br_misp_rate", "mispredicted branches of all branches", 53, 49, 1},
    {"jalr_misp_rate", "mispredicted indirect jumps of all", 54, 50, 1},
    {"dcache_miss_rate", "misses of the data cache of all accesses", 38, 36, 1},
    {"icache_miss_rate", "misses of the code cache of all accesses", 4, 2, 1},
    {"dtlb_miss_rate", "misses of the data TLB of all accesses", 34, 33, 1},
    {"itlb_miss_rate", "misses of the code TLB of all accesses", 7, 5, 1},
    {"br_mpki", "mispredicted branches for 1000 instructions", 53, 1, 1000},
    {"dcache_mpki", "misses of the data cache for 1000 instructions", 38, 1,
     1000},
    {"icache_mpki", "misses of the code cache for 1000 instructions", 4, 1,
     1000},
    {"dtlb_mpki", "misses of the data TLB for 1000 instructions", 34, 1, 1000},
};

ArrayRef<CounterRatio> udpc::counterRatios() { return Ratios; }

std::optional<double> CounterRatio::of(const CounterSample &S) const {
  if (!S.Has[Part] || !S.Counters[Whole])
    return std::nullopt;
  return Factor * double(S.Counters[Part]) / double(S.Counters[Whole]);
}

/// Fails if the last sample of \p L has no counters, or fewer than the first
/// one. parseLine ensures that it has no other counters.
static Error checkWhole(const CounterLog &L) {
  if (L.Samples.empty())
    return Error::success();
  size_t Expected = L.Samples.front().Has.count();
  size_t Number = L.Samples.back().Has.count();
  if (Number && Number == Expected)
    return Error::success();
  return createStringError("a sample begins, but the last one has " +
                           Twine(Number) + " of " + Twine(Expected) +
                           " counters");
}

/// Adds a line to \p L.
static Error parseLine(const json::Object &Line, CounterLog &L) {
  std::optional<StringRef> Type = Line.getString("type");
  if (!Type)
    return createStringError("no string \"type\"");
  auto Number = [&](StringRef Key, uint64_t &Out) -> Error {
    const json::Value *V = Line.get(Key);
    std::optional<uint64_t> Value = V ? V->getAsUINT64() : std::nullopt;
    if (!Value)
      return createStringError("no number \"" + Key + "\"");
    Out = *Value;
    return Error::success();
  };
  if (*Type == "max_inst") {
    if (Error E = checkWhole(L))
      return E;
    CounterSample S;
    for (auto [Key, Out] :
         {std::pair("times", &S.Number), std::pair("cycles", &S.Cycles),
          std::pair("inst", &S.Instructions)})
      if (Error E = Number(Key, *Out))
        return E;
    L.Samples.push_back(S);
    return Error::success();
  }
  unsigned Counter;
  if (!Type->consume_front("event") || Type->trim().getAsInteger(10, Counter))
    return createStringError("unknown type '" + *Type +
                             "': max_inst or event and a number");
  if (L.Samples.empty())
    return createStringError("counter " + Twine(Counter) +
                             ", where a sample begins");
  if (Counter >= NumMachineCounters)
    return createStringError("counter " + Twine(Counter) + ": there are " +
                             Twine(NumMachineCounters));
  CounterSample &S = L.Samples.back();
  if (S.Has[Counter])
    return createStringError("counter " + Twine(Counter) +
                             " is there twice in its sample");
  if (L.Samples.size() > 1 && !L.Samples.front().Has[Counter])
    return createStringError("counter " + Twine(Counter) +
                             ", which the first sample does not have");
  S.Has.set(Counter);
  return Number("value", S.Counters[Counter]);
}

Expected<CounterLog> CounterLog::parse(StringRef Text, StringRef File) {
  CounterLog L;
  unsigned LineNumber = 0;
  bool LosesALine = false;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    bool IsCut = Line.size() == Text.size();
    Text = Rest;
    ++LineNumber;
    if (Line.trim().empty())
      continue;
    Expected<json::Value> Value = parseJson(Line);
    // The last line may be cut off, if the program was killed.
    if (!Value && IsCut) {
      consumeError(Value.takeError());
      LosesALine = true;
      break;
    }
    const json::Object *O = Value ? Value->getAsObject() : nullptr;
    if (Error E = !Value ? Value.takeError()
                  : O    ? parseLine(*O, L)
                         : createStringError("expected an object"))
      return createStringError(File + ":" + Twine(LineNumber) + ": " +
                               toString(std::move(E)));
  }
  // It is unknown which counters the first sample should have: the lost line
  // may be another counter.
  bool MayLackACounter =
      LosesALine && L.Samples.size() == 1 && !L.Samples.front().Has.all();
  if (errorToBool(checkWhole(L)) || MayLackACounter)
    L.Samples.pop_back();
  if (L.Samples.empty())
    return createStringError(File + ": has no whole sample");
  return std::move(L);
}
