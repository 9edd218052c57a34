// Reads logs that the runtime's own code has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/log/Log.h"
#include "LogBytes.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static Expected<Log> parse(ArrayRef<std::string> Files) {
  std::vector<MemoryBufferRef> Buffers;
  for (const std::string &File : Files)
    Buffers.push_back(MemoryBufferRef(File, "a.log"));
  return Log::parse(Buffers);
}

static std::string errorOf(const std::string &File) {
  return toString(parse({File}).takeError());
}

static LogBytes threeSnapshots() {
  LogBytes B;
  B.start(1000, 500, 1000000, "app");
  B.names(0, {"calls", "bytes"});
  B.snapshot(2000, {1, 10});
  B.snapshot(3000, {2, -20});
  B.snapshot(4000, {3, 30, 7});
  return B;
}

TEST(Log, ReadsARun) {
  Expected<Log> L = parse({threeSnapshots().Bytes});
  ASSERT_TRUE(bool(L));
  ASSERT_EQ(L->Runs.size(), 1u);
  EXPECT_TRUE(L->Damages.empty());
  const LogRun &R = L->Runs[0];
  EXPECT_EQ(R.Pid, 42u);
  EXPECT_EQ(R.Began, 500u);
  EXPECT_EQ(R.Program, "app");
  EXPECT_EQ(R.wallTime(2000), 1001000u);
  EXPECT_EQ(R.NumMissing, 0u);
  EXPECT_FALSE(R.HasEnded);
  // The third name is lost.
  EXPECT_EQ(R.Events, (std::vector<std::string>{"calls", "bytes", "event 2"}));
  ASSERT_EQ(R.Snapshots.size(), 3u);
  EXPECT_EQ(R.Snapshots[1].Counts, (std::vector<int64_t>{2, -20}));
  EXPECT_EQ(R.Snapshots[1].count(2), 0);
  EXPECT_EQ(R.Snapshots[2].count(2), 7);
}

TEST(Log, ReadsSamplesStacksAndThreads) {
  LogBytes B = threeSnapshots();
  log::SampleRec Sample = {0x1234, 100, 1, 2, 0, 3};
  B.add(log::RecordType::Sample, 5000,
        LogBytes::bytesOf(Sample) + LogBytes::bytesOfList<int64_t>({5, 6}) +
            LogBytes::bytesOfList<uint64_t>({1, 2, 3}),
        7);
  log::StackRec Stack = {12, 1, 2};
  B.add(log::RecordType::Stack, 5000,
        LogBytes::bytesOf(Stack) + LogBytes::bytesOfList<uint64_t>({8, 9}), 3);
  log::SnapshotRec Rec = {};
  Rec.NumEvents = 1;
  Rec.NumThreads = 2;
  log::ThreadCountsRec One = {0, 42, 0, 0}, Two = {5, 47, 1, 0};
  B.add(log::RecordType::Snapshot, 6000,
        LogBytes::bytesOf(Rec) + LogBytes::bytesOfList<int64_t>({9}) +
            LogBytes::bytesOf(One) + LogBytes::bytesOfList<int64_t>({4}) +
            LogBytes::bytesOf(Two) + LogBytes::bytesOfList<int64_t>({5}));
  Expected<Log> L = parse({B.Bytes});
  ASSERT_TRUE(bool(L));
  const LogRun &R = L->Runs[0];
  ASSERT_EQ(R.Samples.size(), 1u);
  EXPECT_EQ(R.Samples[0].Thread, 7u);
  EXPECT_EQ(R.Samples[0].Pc, 0x1234u);
  EXPECT_EQ(R.Samples[0].Counts, (std::vector<int64_t>{5, 6}));
  EXPECT_EQ(R.Samples[0].Frames, (std::vector<uint64_t>{1, 2, 3}));
  ASSERT_EQ(R.Stacks.size(), 1u);
  EXPECT_EQ(R.Stacks[0].Count, 12u);
  EXPECT_EQ(R.Stacks[0].Frames, (std::vector<uint64_t>{8, 9}));
  const LogSnapshot &S = R.Snapshots.back();
  ASSERT_EQ(S.Threads.size(), 2u);
  EXPECT_EQ(S.Threads[1].Index, 5u);
  EXPECT_TRUE(S.Threads[1].HasEnded);
  EXPECT_EQ(S.Threads[1].Counts, (std::vector<int64_t>{5}));
}

TEST(Log, ReadsModules) {
  LogBytes B = threeSnapshots();
  log::ModulesRec List = {1, 0};
  auto Add = [&](uint64_t Start, uint64_t End, const std::string &Path) {
    log::ModuleRec M = {Start, End, 16, static_cast<uint32_t>(Path.size()), 2};
    std::string Text = Path + "\x01\x02";
    Text.resize((Text.size() + 7) & ~size_t(7));
    B.add(log::RecordType::Modules, 0,
          LogBytes::bytesOf(List) + LogBytes::bytesOf(M) + Text);
  };
  Add(100, 200, "/a.so");
  Add(300, 400, "/b.so");
  Add(150, 160, "/c.so");
  Expected<Log> L = parse({B.Bytes});
  ASSERT_TRUE(bool(L));
  const LogRun &R = L->Runs[0];
  ASSERT_NE(R.moduleOf(155), nullptr);
  EXPECT_EQ(R.moduleOf(155)->Path, "/c.so");
  EXPECT_EQ(R.moduleOf(155)->BuildId, "\x01\x02");
  EXPECT_EQ(R.moduleOf(399)->Path, "/b.so");
  EXPECT_EQ(R.moduleOf(199), nullptr);
  EXPECT_EQ(R.moduleOf(400), nullptr);
}

// Whatever byte is damaged, or wherever the file is cut off: all other records
// are read.
TEST(Log, SkipsDamagedRecords) {
  LogBytes B = threeSnapshots();
  for (size_t I = 0; I != B.Bytes.size(); ++I) {
    std::string Bytes = B.Bytes;
    Bytes[I] ^= 0x10;
    Expected<Log> L = parse({Bytes});
    ASSERT_TRUE(bool(L));
    ASSERT_EQ(L->Damages.size(), 1u) << I;
    size_t Records = 0;
    for (const LogRun &R : L->Runs)
      Records += R.Snapshots.size() + (R.Began != 0) +
                 (!R.Events.empty() && R.Events[0] == "calls");
    EXPECT_EQ(Records, 4u) << I;
  }
}

TEST(Log, ReadsALogThatIsCutOff) {
  LogBytes B = threeSnapshots();
  for (size_t I = 1; I != B.Bytes.size(); ++I) {
    Expected<Log> L = parse({B.Bytes.substr(0, I)});
    if (!L) {
      consumeError(L.takeError());
      EXPECT_LT(I, 104u);
      continue;
    }
    EXPECT_LE(L->Damages.size(), 1u);
    if (!L->Damages.empty())
      EXPECT_EQ(L->Damages[0].What, "cut off") << I;
  }
  // Appended to after a crash.
  std::string Bytes = B.Bytes.substr(0, B.Bytes.size() - 3);
  Expected<Log> L = parse({Bytes + B.Bytes});
  ASSERT_TRUE(bool(L));
  ASSERT_EQ(L->Damages.size(), 1u);
  EXPECT_EQ(L->Runs[0].Snapshots.size(), 3u);
}

TEST(Log, PutsRotatedFilesTogether) {
  LogBytes B = threeSnapshots();
  LogBytes Later;
  Later.Sequence = B.Sequence + 2;
  Later.start(5000, 500, 1004000, "app");
  Later.names(0, {"calls", "bytes", "more"});
  Later.snapshot(6000, {4, 40, 8}, 1);
  Expected<Log> L = parse({Later.Bytes, B.Bytes, B.Bytes});
  ASSERT_TRUE(bool(L));
  ASSERT_EQ(L->Runs.size(), 1u);
  const LogRun &R = L->Runs[0];
  EXPECT_EQ(R.NumMissing, 2u);
  ASSERT_EQ(R.Snapshots.size(), 4u);
  EXPECT_EQ(R.Snapshots[0].Time, 2000u);
  EXPECT_EQ(R.Snapshots[3].NumResets, 1u);
  EXPECT_EQ(R.Events[2], "more");
}

TEST(Log, TellsProcessesAndProgramsApart) {
  LogBytes A = threeSnapshots(), B;
  B.Pid = 43;
  B.start(1500, 1400, 0, "child");
  B.names(0, {"x"});
  B.snapshot(2500, {77});
  // The same process after exec.
  LogBytes C;
  C.start(9000, 8000, 0, "next");
  C.snapshot(9500, {5});
  Expected<Log> L = parse({A.Bytes + B.Bytes + C.Bytes});
  ASSERT_TRUE(bool(L));
  ASSERT_EQ(L->Runs.size(), 3u);
  EXPECT_EQ(L->Runs[0].Program, "app");
  EXPECT_EQ(L->Runs[1].Program, "child");
  EXPECT_EQ(L->Runs[1].Snapshots[0].Counts, std::vector<int64_t>{77});
  EXPECT_EQ(L->Runs[2].Program, "next");
  EXPECT_EQ(L->Runs[2].Snapshots.size(), 1u);
}

// A process that is killed may leave an empty file beside rotated ones.
TEST(Log, EmptyFilesAreLeftOut) {
  Expected<Log> L = parse({"", threeSnapshots().Bytes});
  ASSERT_TRUE(bool(L));
  EXPECT_EQ(L->Runs.size(), 1u);
  ASSERT_EQ(L->Damages.size(), 1u);
  EXPECT_EQ(L->Damages[0].What, "empty");
}

TEST(Log, RefusesOthers) {
  EXPECT_EQ(errorOf(""), "a.log: empty");
  EXPECT_EQ(errorOf("UDPL and so on"),
            "a.log: no log, or damaged: it has no intact record");
  LogBytes B;
  B.start(1, 1, 1, "app", log::Version + 1);
  EXPECT_EQ(errorOf(B.Bytes), "a.log: a log of version 2; this udpc reads 1");
  EXPECT_TRUE(Log::isLog(B.Bytes));
  EXPECT_FALSE(Log::isLog("udpcprof"));
}

TEST(Log, CountsUnknownAndMalformedRecords) {
  LogBytes B = threeSnapshots();
  B.add(log::RecordType(99), 0, "");
  log::SnapshotRec Rec = {};
  Rec.NumEvents = 1 << 30;
  B.add(log::RecordType::Snapshot, 0, LogBytes::bytesOf(Rec));
  log::NamesRec Names = {0xffffffff, 0xffffffff};
  B.add(log::RecordType::Names, 0, LogBytes::bytesOf(Names));
  Expected<Log> L = parse({B.Bytes});
  ASSERT_TRUE(bool(L));
  EXPECT_EQ(L->NumUnknown, 1u);
  ASSERT_EQ(L->Damages.size(), 1u);
  EXPECT_EQ(L->Damages[0].What,
            "2 records with a right checksum but malformed contents");
}

// The end of a snapshot says which events were written alone; a number of them
// that the record has no room for is damage.
TEST(Log, KnowsEventsWrittenAlone) {
  for (uint32_t Count : {1u, 2u, 0xffffffffu}) {
    LogBytes B;
    B.start(1000, 500, 1000000, "app");
    B.names(0, {"a"});
    log::SnapshotRec Rec = {};
    Rec.NumEvents = 1;
    Rec.NumResets = 5;
    log::WrittenRec Written = {2, Count};
    log::WrittenEventRec Event = {0, 3};
    B.add(log::RecordType::Snapshot, 2000,
          LogBytes::bytesOf(Rec) + LogBytes::bytesOf(int64_t(7)) +
              LogBytes::bytesOf(Written) + LogBytes::bytesOf(Event));
    Expected<Log> L = parse({B.Bytes});
    ASSERT_TRUE(bool(L));
    ASSERT_EQ(L->Runs.size(), 1u);
    ASSERT_EQ(L->Runs[0].Snapshots.size(), Count == 1 ? 1u : 0u);
    if (Count != 1)
      continue;
    const LogSnapshot &S = L->Runs[0].Snapshots[0];
    EXPECT_EQ(S.NumResets, 2u);
    EXPECT_EQ(S.timesWritten(0), 3u);
    EXPECT_EQ(S.timesWritten(1), 0u);
  }
}
