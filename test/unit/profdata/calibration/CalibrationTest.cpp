// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/calibration/Calibration.h"
#include "profdata/calibration/CalibrationFile.h"
#include "profdata/calibration/SystemCaches.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <fstream>

using namespace llvm;

namespace udpc {

static const char Zen5Info[] = "processor\t: 0\n"
                               "vendor_id\t: AuthenticAMD\n"
                               "cpu family\t: 26\n"
                               "model\t\t: 2\n"
                               "model name\t: AMD EPYC 9575F 64-Core\n";

TEST(Calibration, DefaultsOfAllFamiliesAreSound) {
  for (unsigned I = 0; I != NumCpuFamilies; ++I) {
    Cpu What;
    What.Kind = CpuFamily(I);
    Calibration C = defaultCalibration(What);
    SCOPED_TRACE(cpuFamilyWord(What.Kind).str());
    ASSERT_EQ(C.Levels.size(), 3u);
    double Before = 0;
    uint64_t Nearer = 0;
    for (const CalibratedLevel &L : C.Levels) {
      EXPECT_GT(L.Latency, Before);
      EXPECT_GT(L.Share, Nearer);
      EXPECT_LE(L.Share, L.Bytes);
      Before = L.Latency;
      Nearer = L.Share;
    }
    EXPECT_GT(C.MemoryLatency, Before);
    EXPECT_EQ(C.worth(HintType::T0).BeyondL2, 1);
    EXPECT_EQ(C.bestType(false), HintType::T0);
  }
}

TEST(Calibration, MissLatencyIsThatOfTheNextLevel) {
  Calibration C = defaultCalibration(Cpu());
  EXPECT_EQ(C.missLatency("D1"), C.level("L2")->Latency);
  EXPECT_EQ(C.missLatency("L2"), C.level("LL")->Latency);
  EXPECT_EQ(C.missLatency("LL"), C.MemoryLatency);
}

TEST(Calibration, BestTypeIsT0UnlessAnotherGainsMore) {
  Calibration C = defaultCalibration(Cpu());
  auto &NTA = C.Worth[size_t(HintType::NTA)];
  NTA = {1.04, 1.2};
  EXPECT_EQ(C.bestType(false), HintType::T0);
  EXPECT_EQ(C.bestType(true), HintType::NTA);
}

TEST(Calibration, JsonIsReadBack) {
  Calibration C = defaultCalibration(describeCpu(Zen5Info, "znver5"));
  C.Source = CalibrationSource::Measured;
  C.Levels[2].Share = 7 << 20;
  C.Worth[size_t(HintType::NTA)] = {0.25, 1.5};
  C.Worth[size_t(HintType::T1)] = {0.25, 1.5, 64, 1.25, 32};
  C.Prefetcher = {512, false};
  std::string Text = formatv("{0}", calibrationJson(C));
  Expected<Calibration> Back = parseCalibration("a.json", Text);
  ASSERT_TRUE(bool(Back)) << toString(Back.takeError());
  EXPECT_TRUE(Back->What == C.What);
  EXPECT_EQ(Back->What.Kind, CpuFamily::Zen5);
  EXPECT_EQ(formatv("{0}", calibrationJson(*Back)).str(), Text);
  EXPECT_EQ(Back->Source, CalibrationSource::Measured);
  EXPECT_EQ(Back->worth(HintType::T1).Busy, 1.25);
  EXPECT_EQ(Back->worthIfBusy(HintType::T1).BeyondLL, 1.25);
  EXPECT_EQ(Back->worthIfBusy(HintType::T1).MostLines, 32);
  // Files of before have no such fields.
  EXPECT_EQ(Back->worth(HintType::NTA).Busy, 0);
  EXPECT_EQ(Back->worthIfBusy(HintType::NTA).BeyondLL, 1.5);
}

static std::string mistakeIn(StringRef Text) {
  return toString(parseCalibration("a.json", Text).takeError());
}

TEST(Calibration, DamagedJsonIsOneMessageThatSaysWhatToDo) {
  std::string Message = mistakeIn("{\"version\": 1,");
  EXPECT_NE(Message.find("a.json: no calibration: "), std::string::npos);
  EXPECT_NE(Message.find("udpc calibrate"), std::string::npos);
  EXPECT_EQ(Message.find('\n'), std::string::npos);
}

/// LLVM's parser calls itself for each bracket.
TEST(Calibration, DeepNestingIsRefused) {
  EXPECT_EQ(mistakeIn(std::string(4000000, '[')),
            "a.json: no calibration: nested too deeply; measure again with "
            "`udpc calibrate`");
}

TEST(Calibration, ValuesOutOfRangeAreNamed) {
  Calibration C = defaultCalibration(Cpu());
  auto With = [&](auto Change) {
    Calibration Changed = C;
    Change(Changed);
    return mistakeIn(formatv("{0}", calibrationJson(Changed)).str());
  };
  EXPECT_NE(With([](Calibration &C) {
              C.MemoryLatency = -1;
            }).find("memory_latency_ns"),
            std::string::npos);
  EXPECT_NE(With([](Calibration &C) { C.Levels[1].Share = 0; }).find("share"),
            std::string::npos);
  EXPECT_NE(With([](Calibration &C) { C.Levels.clear(); }).find("levels"),
            std::string::npos);
  EXPECT_NE(With([](Calibration &C) {
              C.Levels[0].Name = "L1";
            }).find("D1, L2 and LL"),
            std::string::npos);
}

TEST(Calibration, AnyChangedByteIsReadOrRefused) {
  const std::string Text =
      formatv("{0}", calibrationJson(defaultCalibration(Cpu())));
  unsigned NumRefused = 0;
  for (size_t I = 0; I != Text.size(); ++I)
    for (char New : {'9', '-', '"', '}', '\0', '\xff'}) {
      std::string Changed = Text;
      Changed[I] = New;
      Expected<Calibration> C = parseCalibration("a.json", Changed);
      if (!C) {
        ++NumRefused;
        EXPECT_EQ(toString(C.takeError()).find('\n'), std::string::npos);
        continue;
      }
      EXPECT_GE(C->Levels.size(), 2u);
      EXPECT_GT(C->missLatency("L2"), 0);
      for (const CalibratedLevel &L : C->Levels)
        EXPECT_GT(L.Share, 0u);
    }
  EXPECT_GT(NumRefused, Text.size());
}

TEST(SystemCaches, ReadSizesOfSysfs) {
  EXPECT_EQ(sysfsSize("48K"), 48u << 10);
  EXPECT_EQ(sysfsSize("32M"), 32u << 20);
  EXPECT_EQ(sysfsSize("512"), 512u);
  EXPECT_EQ(sysfsSize("big"), 0u);
  EXPECT_EQ(sysfsSize("18446744073709551615K"), 0u);
}

TEST(SystemCaches, AreReadFromAFolder) {
  SmallString<128> Folder;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("caches", Folder));
  auto Write = [&](int Index, StringRef Type, int Level, StringRef Size) {
    std::string Of = (Folder + "/index" + Twine(Index)).str();
    ASSERT_FALSE(sys::fs::create_directory(Of));
    std::ofstream(Of + "/type") << Type.str() << '\n';
    std::ofstream(Of + "/level") << Level << '\n';
    std::ofstream(Of + "/size") << Size.str() << '\n';
  };
  Write(0, "Data", 1, "48K");
  Write(1, "Instruction", 1, "32K");
  Write(2, "Unified", 2, "1024K");
  std::vector<SystemCache> Caches = systemCaches(Folder);
  sys::fs::remove_directories(Folder);
  ASSERT_EQ(Caches.size(), 2u);
  EXPECT_EQ(Caches[0].Bytes, 48u << 10);
  EXPECT_EQ(Caches[1].Level, 2u);
}

} // namespace udpc
