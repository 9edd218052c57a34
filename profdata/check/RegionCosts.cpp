//===- RegionCosts.cpp - Costs of benchmarks and tests --------------------===//

#include "profdata/check/RegionCosts.h"
#include "profdata/support/JsonText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <optional>
#include <set>

using namespace llvm;
using namespace udpc;

/// Cachegrind's events, in its order.
static constexpr StringLiteral EventNames[] = {
    "Ir",   "I1mr", "ILmr", "Dr",  "D1mr", "DLmr", "Dw",
    "D1mw", "DLmw", "Bc",   "Bcm", "Bi",   "Bim"};

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
  for (StringRef Event : EventNames)
    if (std::optional<int64_t> Count = countOf(Object.get(Event)))
      Costs[Event.str()] = *Count;
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
  for (StringRef Event : EventNames)
    if (Known.count(Event.str()))
      B.Events.push_back(Event.str());
  B.Total.resize(B.Events.size());
  for (const auto &[Region, All] : Runs)
    for (auto [I, Event] : enumerate(B.Events)) {
      CostRanges &Row = B.Regions[Region];
      Row.resize(B.Events.size());
      auto CountOf = [&, &Event = Event](const EventCosts &Costs) {
        auto Found = Costs.find(Event);
        return Found == Costs.end() ? 0 : Found->second;
      };
      Row[I] = {CountOf(All.front()), CountOf(All.front())};
      for (const EventCosts &Costs : All)
        Row[I].widen({CountOf(Costs), CountOf(Costs)});
      B.Total[I].add(Row[I]);
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
