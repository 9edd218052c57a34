// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cache/model/CacheGeometry.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc::rt;

static std::string show(const udpc::abi::CacheGeometry &G) {
  return std::to_string(G.Size) + "," + std::to_string(G.Associativity) + "," +
         std::to_string(G.LineSize);
}

TEST(CacheGeometry, ReadsWhatCachegrindTakes) {
  for (const char *Text : {"32768,8,64", "49152,12,64", "96,3,32", "65536,2,64",
                           "25165824,12,64", "8388608,16,128"}) {
    udpc::abi::CacheGeometry G = {};
    EXPECT_EQ(parseGeometry(Text, G), nullptr) << Text;
    EXPECT_EQ(show(G), Text);
  }
}

TEST(CacheGeometry, SaysWhatIsWrong) {
  auto Error = [](const char *Text) -> std::string {
    udpc::abi::CacheGeometry G = {1, 2, 3};
    const char *Wrong = parseGeometry(Text, G);
    EXPECT_EQ(show(G), "1,2,3") << Text;
    return Wrong ? Wrong : "nothing";
  };
  for (const char *Text :
       {"", "32768", "32768,8", "32768,8,64,1", "a,b,c", "32768,8,64k",
        "32768,-8,64", " 32768,8,64", "32768,8,", ",,", "0x8000,8,64"})
    EXPECT_EQ(Error(Text), "it is not <size>,<associativity>,<line size>")
        << Text;
  for (const char *Text : {"5000000000,16,64", "99999999999999999999999,16,64",
                           "32768,8,4294967296"})
    EXPECT_EQ(Error(Text), "a number is too large") << Text;
  for (const char *Text : {"0,1,64", "32768,0,64", "32768,8,0"})
    EXPECT_EQ(Error(Text), "no number may be 0") << Text;
  EXPECT_EQ(Error("32768,8,48"), "the line size is not a power of two");
  EXPECT_EQ(Error("32768,8,16"),
            "the line size is below 32, the size of a vector register");
  EXPECT_EQ(Error("128,1,128"), "the cache is not larger than a line");
  for (const char *Text : {"40000,8,64", "32767,8,64", "1024,32,64"})
    EXPECT_EQ(Error(Text), "the number of sets (size / line size / "
                           "associativity) is not a power of two")
        << Text;
}

TEST(CacheGeometry, CodeNeedsEnoughSets) {
  for (udpc::abi::CacheGeometry G :
       {udpc::abi::CacheGeometry{32768, 8, 64}, {4096, 1, 64}, {65536, 16, 32}})
    EXPECT_EQ(checkCodeGeometry(G), nullptr) << show(G);
  for (udpc::abi::CacheGeometry G : {udpc::abi::CacheGeometry{16384, 8, 64},
                                     {2048, 1, 64},
                                     {4096, 64, 64},
                                     {65536, 32, 32}}) {
    EXPECT_EQ(checkGeometry(G), nullptr) << show(G);
    EXPECT_STREQ(checkCodeGeometry(G),
                 "size / associativity is below 4096, and the program does not "
                 "report all that such a cache misses; compile all of it with "
                 "-fudpc-profile=cache-any-i1");
    EXPECT_EQ(checkCodeGeometry(G, /*AnySets=*/true), nullptr) << show(G);
  }
  EXPECT_STREQ(
      checkCodeGeometry({65536, 8, 128}),
      "the line size is above 64, that of the code lines that compiled "
      "programs report");
  EXPECT_STREQ(checkCodeGeometry({32768, 0, 64}), "no number may be 0");
  // If the processor's cache is too small, the default is used.
  CacheSet Set = {{32768, 8, 64}, {}, {}};
  uint32_t LastLevel = 0;
  addCpuCache(Set, LastLevel,
              {CacheType::Code, 1, udpc::abi::CacheGeometry{16384, 8, 64}});
  EXPECT_EQ(show(Set.I1), "32768,8,64");
}

TEST(CacheGeometry, RoundsTheNumberOfSets) {
  EXPECT_EQ(show(roundGeometry({33554432, 16, 64})), "33554432,16,64");
  // 12,288 sets are 8,192 of half as many ways more.
  EXPECT_EQ(show(roundGeometry({12582912, 16, 64})), "12582912,24,64");
  EXPECT_EQ(show(roundGeometry({26214400, 20, 64})), "26214400,25,64");
  // Ways are whole, so this one gets smaller.
  EXPECT_EQ(show(roundGeometry({335544320, 1, 64})), "268435456,1,64");
}

TEST(CacheGeometry, DecodesCpuid) {
  // A Zen 4: L1 data, L1 code, L2, L3, end.
  CacheSet Set = {};
  uint32_t LastLevel = 0;
  auto Add = [&](uint32_t A, uint32_t B, uint32_t C) {
    addCpuCache(Set, LastLevel, decodeCpuCache(A, B, C));
  };
  Add(0x4121, 0x01c0003f, 63);
  Add(0x4122, 0x03c0003f, 63);
  Add(0x4143, 0x01c0003f, 2047);
  Add(0xc163, 0x03c0003f, 32767);
  EXPECT_EQ(decodeCpuCache(0, 0, 0).Type, CacheType::None);
  EXPECT_EQ(show(Set.D1), "32768,8,64");
  EXPECT_EQ(show(Set.I1), "65536,16,64");
  EXPECT_EQ(show(Set.LL), "33554432,16,64");
  // A lower level that comes later does not take its place, and what cannot be
  // simulated is left out.
  Add(0x4143, 0x01c0003f, 2047);
  Add(0x4121, 0x01c0000f, 63);
  EXPECT_EQ(show(Set.LL), "33554432,16,64");
  EXPECT_EQ(show(Set.D1), "32768,8,64");
  // A last level whose number of sets is no power of two.
  Add(0xc183, 0x04c0003f, 24575);
  EXPECT_EQ(show(Set.LL), "31457280,30,64");
}

TEST(CacheGeometry, DecodesOlderLeavesOfCpuid) {
  // A Zen 5 in a virtual machine that hides leaf 0x8000001d.
  CpuCache D1 = decodeFirstLevel(CacheType::Data, 0x300c0140);
  EXPECT_EQ(D1.Type, CacheType::Data);
  EXPECT_EQ(D1.Level, 1u);
  EXPECT_EQ(show(D1.Geometry), "49152,12,64");
  CpuCache I1 = decodeFirstLevel(CacheType::Code, 0x20080140);
  EXPECT_EQ(I1.Type, CacheType::Code);
  EXPECT_EQ(show(I1.Geometry), "32768,8,64");
  CpuCache L2 = decodeSecondLevel(0x04006140);
  EXPECT_EQ(L2.Type, CacheType::Unified);
  EXPECT_EQ(L2.Level, 2u);
  EXPECT_EQ(show(L2.Geometry), "1048576,8,64");
  EXPECT_TRUE(hasThirdLevel(0x0fe09140));

  // Fully associative ones.
  EXPECT_EQ(show(decodeFirstLevel(CacheType::Data, 0x08ff0140).Geometry),
            "8192,128,64");
  EXPECT_EQ(show(decodeSecondLevel(0x0100f140).Geometry), "262144,4096,64");

  // What is not there, and an associativity that another leaf has.
  EXPECT_EQ(decodeFirstLevel(CacheType::Data, 0).Type, CacheType::None);
  EXPECT_EQ(decodeFirstLevel(CacheType::Data, 0x30000140).Type,
            CacheType::None);
  EXPECT_EQ(decodeFirstLevel(CacheType::Data, 0x300c0100).Type,
            CacheType::None);
  for (uint32_t Ecx : {0u, 0x04000140u, 0x04009140u, 0x04006100u, 0x00006140u})
    EXPECT_EQ(decodeSecondLevel(Ecx).Type, CacheType::None) << Ecx;
  EXPECT_FALSE(hasThirdLevel(0));
  EXPECT_FALSE(hasThirdLevel(0x0fe00140));
}
