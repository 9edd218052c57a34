//===- RegionCosts.cpp - Costs of benchmarks and tests --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/check/RegionCosts.h"
#include "profdata/support/JsonText.h"
#include "udpc/cache_profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <optional>
#include <set>

using namespace llvm;
using namespace udpc;

/// What udpc/readings.h calls the calls of functions without a profile.
static constexpr StringLiteral AllCalls = "calls", CallsOf = "calls:";

bool udpc::mayBeRegionCosts(StringRef Bytes) {
  return Bytes.ltrim().starts_with("{");
}

namespace {
using EventCosts = std::map<std::string, int64_t>;

class Regions {
public:
  void addBenchmark(const json::Object &Benchmark);
  void addSuite(const json::Object &Suite);
  Expected<Baseline> finish(StringRef Name) const;

  std::string Program;

private:
  /// The runs of each region.
  std::map<std::string, std::vector<EventCosts>> Runs;
};
} // namespace

/// Returns the number \p Value, which may be a text: GoogleTest's properties
/// are texts.
static std::optional<int64_t> countOf(const json::Value *Value) {
  if (!Value)
    return std::nullopt;
  if (std::optional<double> Number = Value->getAsNumber();
      Number && *Number >= 0 && *Number < 0x1p63)
    return std::llround(*Number);
  int64_t Count;
  if (std::optional<StringRef> Text = Value->getAsString();
      Text && !Text->getAsInteger(10, Count) && Count >= 0)
    return Count;
  return std::nullopt;
}

static EventCosts costsOf(const json::Object &Object) {
  EventCosts Costs;
  for (const char *Event : abi::CostEventNames)
    if (std::optional<int64_t> Count = countOf(Object.get(Event)))
      Costs[Event] = *Count;
  if (Costs.empty())
    return Costs;
  for (const auto &[Key, Value] : Object)
    if (StringRef Name = Key; Name == AllCalls || Name.starts_with(CallsOf))
      if (std::optional<int64_t> Count = countOf(&Value))
        Costs[Name.str()] = *Count;
  return Costs;
}

/// Returns the name without "/iterations:100" and "/repeats:3", which do not
/// change the costs of an iteration.
static std::string benchmarkName(StringRef Name) {
  std::string Result;
  for (StringRef Part : split(Name, '/'))
    if (!Part.starts_with("iterations:") && !Part.starts_with("repeats:"))
      Result += (Result.empty() ? "" : "/") + Part.str();
  return Result;
}

void Regions::addBenchmark(const json::Object &Benchmark) {
  // Means and deviations of repetitions are not runs.
  if (Benchmark.getString("run_type") == StringRef("aggregate"))
    return;
  std::optional<StringRef> Name = Benchmark.getString("name");
  EventCosts Costs = costsOf(Benchmark);
  if (Name && !Costs.empty())
    Runs[benchmarkName(*Name)].push_back(std::move(Costs));
}

void Regions::addSuite(const json::Object &Suite) {
  StringRef SuiteName = Suite.getString("name").value_or("");
  const json::Array *Tests = Suite.getArray("testsuite");
  for (const json::Value &Value : Tests ? *Tests : json::Array()) {
    const json::Object *Test = Value.getAsObject();
    if (!Test)
      continue;
    EventCosts Costs = costsOf(*Test);
    if (!Costs.empty())
      Runs[(SuiteName + "." + Test->getString("name").value_or("")).str()]
          .push_back(std::move(Costs));
  }
}

/// Returns the range of \p Event; runs that lack it have 0.
static CostRange rangeOf(ArrayRef<EventCosts> Runs, const std::string &Event) {
  auto CountOf = [&](const EventCosts &Costs) {
    auto Found = Costs.find(Event);
    return Found == Costs.end() ? 0 : Found->second;
  };
  CostRange Range = {CountOf(Runs.front()), CountOf(Runs.front())};
  for (const EventCosts &Costs : Runs)
    Range.widen({CountOf(Costs), CountOf(Costs)});
  return Range;
}

/// Adds the calls in the runs of \p Region. Headers of older releases do not
/// count any.
static void addCalls(const std::string &Region, ArrayRef<EventCosts> Runs,
                     Baseline &B) {
  std::set<std::string> Names;
  for (const EventCosts &Costs : Runs) {
    B.HasCalls &= Costs.count(AllCalls.str()) != 0;
    for (const auto &[Name, N] : Costs)
      if (StringRef(Name).starts_with(CallsOf))
        Names.insert(Name);
  }
  for (const std::string &Name : Names) {
    CostRange N = rangeOf(Runs, Name);
    std::string Function = demangle(Name.substr(CallsOf.size()));
    B.RegionCalls[Region][Function].add(N);
    B.Calls[Function].add(N);
  }
}

Expected<Baseline> Regions::finish(StringRef Name) const {
  std::set<std::string> Known;
  for (const auto &[Region, All] : Runs)
    for (const EventCosts &Costs : All)
      for (const auto &[Event, Count] : Costs)
        Known.insert(Event);
  if (Known.empty())
    return createStringError(
        Name + ": no benchmark or test has costs: include udpc/benchmark.h or "
               "udpc/gtest.h in the program, and compile it with "
               "-fudpc-profile=counts");
  Baseline B;
  B.Program = Program;
  B.NumRuns = 1;
  B.Measured = {"regions"};
  for (const char *Event : abi::CostEventNames)
    if (Known.count(Event))
      B.Events.push_back(Event);
  B.Total.resize(B.Events.size());
  B.HasCalls = true;
  for (const auto &[Region, All] : Runs) {
    CostRanges &Row = B.Regions[Region];
    for (auto [Event, Total] : zip_equal(B.Events, B.Total)) {
      Row.push_back(rangeOf(All, Event));
      Total.add(Row.back());
    }
    addCalls(Region, All, B);
  }
  return B;
}

/// Returns \p Text with null in place of the words that Google Benchmark writes
/// for numbers that JSON cannot represent, such as the relative deviation of
/// counts that are all 0.
static std::string withoutInfinities(StringRef Text) {
  std::string Result;
  bool IsString = false;
  while (!Text.empty()) {
    if (!IsString &&
        (Text.consume_front("NaN") || Text.consume_front("-NaN") ||
         Text.consume_front("Infinity") || Text.consume_front("-Infinity"))) {
      Result += "null";
      continue;
    }
    size_t Length = IsString && Text.front() == '\\' ? 2 : 1;
    IsString ^= Text.front() == '"';
    Result += Text.take_front(Length);
    Text = Text.drop_front(std::min(Length, Text.size()));
  }
  return Result;
}

Expected<Baseline> udpc::parseRegionCosts(StringRef Text, StringRef Name) {
  Expected<json::Value> Value = parseJson(withoutInfinities(Text));
  if (!Value)
    return createStringError(Name + ": " + toString(Value.takeError()));
  const json::Object *Root = Value->getAsObject();
  Regions All;
  if (!Root)
    return All.finish(Name);
  if (const json::Object *Context = Root->getObject("context"))
    All.Program =
        sys::path::filename(Context->getString("executable").value_or(""))
            .str();
  if (All.Program.empty())
    All.Program = "regions";
  if (const json::Array *Benchmarks = Root->getArray("benchmarks"))
    for (const json::Value &Benchmark : *Benchmarks)
      if (const json::Object *Object = Benchmark.getAsObject())
        All.addBenchmark(*Object);
  if (const json::Array *Suites = Root->getArray("testsuites"))
    for (const json::Value &Suite : *Suites)
      if (const json::Object *Object = Suite.getAsObject())
        All.addSuite(*Object);
  return All.finish(Name);
}
