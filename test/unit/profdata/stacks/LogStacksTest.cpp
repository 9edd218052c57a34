//===- LogStacksTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../log/LogBytes.h"
#include "profdata/stacks/StackSources.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

static void addSample(LogBytes &To, uint64_t Time, uint32_t Thread,
                      uint32_t Event, std::vector<int64_t> Counts) {
  log::SampleRec Rec = {};
  Rec.Pc = 16;
  Rec.Period = 10;
  Rec.Event = Event;
  Rec.NumEvents = Counts.size();
  To.add(log::RecordType::Sample, Time,
         LogBytes::bytesOf(Rec) + LogBytes::bytesOfList(ArrayRef(Counts)),
         Thread);
}

static void addStack(LogBytes &To, uint32_t Event, uint64_t Count) {
  log::StackRec Rec = {Count, Event, 1};
  To.add(log::RecordType::Stack, 50,
         LogBytes::bytesOf(Rec) + LogBytes::bytesOf(uint64_t(16)), 0);
}

static Log parsed(StringRef Bytes) {
  Expected<Log> L = Log::parse(MemoryBufferRef(Bytes, "x.log"));
  EXPECT_TRUE(bool(L)) << toString(L.takeError());
  return L ? std::move(*L) : Log();
}

/// Types, then the labels and values of each stack.
static std::string text(const Log &L, const LogStackOptions &Options = {}) {
  std::vector<std::string> Warnings;
  StackProfile P = stacksOf(L, Options, Warnings);
  EXPECT_TRUE(Warnings.empty());
  std::string Out;
  raw_string_ostream OS(Out);
  for (const StackProfile::ValueType &T : P.Types)
    OS << T.Name << ' ';
  for (const auto &[Stack, Values] : P.samples()) {
    OS << '|';
    for (const StackLabel &Label : Stack.Labels)
      OS << Label.Text << ' ';
    OS << '=';
    for (int64_t V : Values)
      OS << ' ' << V;
  }
  return Out;
}

static LogBytes testLog() {
  LogBytes Bytes;
  Bytes.start(10, 5, 1000, "app");
  Bytes.names(0, {"calls", "misses", "none"});
  addSample(Bytes, 20, 0, 0, {10, 3, 0});
  addSample(Bytes, 30, 1, 0, {10, 1, 0});
  addSample(Bytes, 40, 0, 1, {14, 5, 0});
  addSample(Bytes, 45, 0, 0, {20, 4, 0});
  return Bytes;
}

TEST(LogStacks, ValuesAreWhatWasCountedSinceTheSampleBefore) {
  // misses of thread 0 became less between the last two: it has `dec`.
  EXPECT_EQ(text(parsed(testLog().Bytes)),
            "samples calls misses |calls 0 = 2 16 2"
            "|calls 1 = 1 10 1"
            "|misses 0 = 1 4 2");
}

TEST(LogStacks, SelectSamplesByEventAndThread) {
  Expected<EventFilter> Misses = EventFilter::create({"misses", "", "", ""});
  ASSERT_TRUE(bool(Misses));
  EXPECT_EQ(text(parsed(testLog().Bytes), {true, *Misses, {}}),
            "samples calls misses |misses 0 = 1 14 5");
  LogStackOptions Second;
  Second.Thread = 1;
  EXPECT_EQ(text(parsed(testLog().Bytes), Second),
            "samples calls misses |calls 1 = 1 10 1");
}

TEST(LogStacks, CountsByStackAreSamples) {
  LogBytes Bytes;
  Bytes.start(10, 5, 1000, "app");
  Bytes.names(0, {"calls"});
  addStack(Bytes, 0, 7);
  addStack(Bytes, 0, 5);
  EXPECT_EQ(text(parsed(Bytes.Bytes)), "samples |calls 0 = 12");
}

TEST(LogStacks, TellProcessesApart) {
  LogBytes One = testLog(), Two;
  Two.Pid = 43;
  Two.start(10, 6, 1000, "other");
  Two.names(0, {"calls"});
  addSample(Two, 20, log::OtherThreads, 0, {5});
  EXPECT_NE(
      text(parsed(One.Bytes + Two.Bytes)).find("|calls others 43 = 1 5 0"),
      std::string::npos)
      << text(parsed(One.Bytes + Two.Bytes));
}

} // namespace udpc
