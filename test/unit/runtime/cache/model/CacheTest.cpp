// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cache/model/CacheHierarchy.h"
#include "runtime/cache/model/CodeCache.h"
#include "runtime/cache/model/IndexedCache.h"
#include "runtime/cache/model/TaggedCache.h"
#include "gtest/gtest.h"
#include <list>
#include <map>
#include <random>
#include <vector>

using namespace udpc::rt;

namespace {

/// A naive cache: sets are made when they are needed, and ways are searched
/// linearly.
class NaiveCache {
public:
  explicit NaiveCache(udpc::abi::CacheGeometry G) : G(G) {}

  bool use(uint64_t Line) {
    std::list<uint64_t> &Set =
        Sets[Line % (G.Size / (G.LineSize * G.Associativity))];
    for (auto Way = Set.begin(); Way != Set.end(); ++Way)
      if (*Way == Line) {
        Set.erase(Way);
        Set.push_back(Line);
        return true;
      }
    if (Set.size() == G.Associativity)
      Set.pop_front();
    Set.push_back(Line);
    return false;
  }

  bool useBytes(uint64_t Address, uint32_t Size) {
    bool Had = true;
    for (uint64_t Line = Address / G.LineSize;
         Line <= (Address + Size - 1) / G.LineSize; ++Line)
      if (!use(Line))
        Had = false;
    return Had;
  }

private:
  udpc::abi::CacheGeometry G;
  std::map<uint64_t, std::list<uint64_t>> Sets;
};

/// A cache with its memory.
template <typename CacheT> struct WithMemory : CacheT {
  std::vector<char> Memory;

  explicit WithMemory(udpc::abi::CacheGeometry G)
      : CacheT(), Memory(this->bytes(G)) {
    this->init(G, Memory.data());
  }
};
using DataCache = IndexedCache<udpc::abi::DataIndexSize>;
using OwnedCache = WithMemory<Cache<LeastRecentlyUsed>>;

/// Another policy, first in, first out.
struct FirstInFirstOut {
  static bool use(uint64_t *Ways, uint32_t NumWays, uint64_t Line) {
    for (uint32_t I = 0; I != NumWays; ++I)
      if (Ways[I] == Line)
        return true;
    for (uint32_t I = NumWays - 1; I; --I)
      Ways[I] = Ways[I - 1];
    Ways[0] = Line;
    return false;
  }
};

struct TraceAccess {
  uint64_t Address;
  uint32_t Size;
};

} // namespace

/// Accesses with the locality of programs: repeated ones of a few places,
/// strides, and random ones. Many straddle lines.
static std::vector<TraceAccess> makeTrace(unsigned Seed, size_t N,
                                          uint64_t Span) {
  std::mt19937_64 Random(Seed);
  std::vector<TraceAccess> Trace;
  uint64_t Base = 0x7f0000001000, Stream = Base;
  std::vector<uint64_t> Places(12, Base);
  while (Trace.size() != N) {
    uint64_t Choice = Random();
    uint32_t Size = uint32_t(1) << (Choice >> 8) % 6;
    uint64_t Address = Base + Random() % Span;
    switch (Choice % 4) {
    case 0:
      break;
    case 1:
      Address = Stream += 24;
      break;
    default:
      uint64_t &Place = Places[(Choice >> 16) % Places.size()];
      if ((Choice >> 24) % 16 == 0)
        Place = Address;
      Address = Place + (Choice >> 32) % 32;
    }
    Trace.push_back({Address, Size});
  }
  return Trace;
}

static const udpc::abi::CacheGeometry Geometries[] = {
    {32768, 8, 64},  {65536, 2, 64}, {49152, 12, 64}, {1024, 16, 64},
    {96, 3, 32},     {4096, 1, 64},  {65536, 4, 128}, {32768, 8, 32},
    {81920, 20, 64}, {4096, 2, 512}, {131072, 1, 64}, {2097152, 1, 64},
    {8192, 128, 64},
};

template <typename CacheT> class EachCacheTest : public testing::Test {};
using Caches = testing::Types<Cache<LeastRecentlyUsed>, TaggedCache, DataCache,
                              IndexedCache<64>, CodeCache>;
TYPED_TEST_SUITE(EachCacheTest, Caches);

TYPED_TEST(EachCacheTest, DecidesAsTheNaiveModel) {
  for (const udpc::abi::CacheGeometry &G : Geometries)
    for (unsigned Seed = 0; Seed != 4; ++Seed) {
      NaiveCache Expected(G);
      WithMemory<TypeParam> C(G);
      size_t NumHits = 0, NumMisses = 0;
      for (const TraceAccess &A : makeTrace(Seed, 30000, 4 * G.Size)) {
        bool Had = useBytes(C, A.Address, A.Size);
        ASSERT_EQ(Had, Expected.useBytes(A.Address, A.Size))
            << G.Size << "," << G.Associativity << "," << G.LineSize
            << " access " << NumHits + NumMisses;
        ++(Had ? NumHits : NumMisses);
      }
      EXPECT_GT(NumHits, 1000u);
      EXPECT_GT(NumMisses, 1000u);
    }
}

TYPED_TEST(EachCacheTest, TellsCodeFromData) {
  for (const udpc::abi::CacheGeometry &G : Geometries) {
    WithMemory<TypeParam> C(G);
    EXPECT_FALSE(useBytes(C, 0x400000, 1));
    EXPECT_FALSE(useBytes(C, 0x400000 | CodeSpace, 1));
    EXPECT_EQ(useBytes(C, 0x400000, 1), G.Associativity > 1);
    // Near the end of a program's address space.
    EXPECT_FALSE(useBytes(C, 0x7fffffffe000 | CodeSpace, 1));
    EXPECT_FALSE(useBytes(C, 0x7fffffffe000, 1));
    EXPECT_TRUE(useBytes(C, 0x7fffffffe000, 1));
  }
}

// Sixteen are a line of the processor's cache.
TEST(TaggedCache, TakesFourBytesForALine) {
  EXPECT_EQ(TaggedCache::bytes({33554432, 16, 64}), 33554432u / 64 * 4);
  // Few sets determine few bits of a line's number.
  EXPECT_EQ(TaggedCache::bytes({32768, 8, 64}), 32768u / 64 * 8);
}

// Both are found.
TEST(IndexedCache, LinesMayShareAnEntry) {
  WithMemory<DataCache> C({32768, 8, 64});
  auto Line = [](uint64_t I) {
    return 0x1000000 + I * udpc::abi::DataIndexSize;
  };
  for (uint64_t I = 0; I != 8; ++I)
    EXPECT_FALSE(C.use(Line(I)));
  for (uint64_t I = 0; I != 8; ++I)
    EXPECT_TRUE(C.use(Line(I)));
  EXPECT_FALSE(C.use(Line(8))); // 0 goes.
  EXPECT_TRUE(C.use(Line(1)));
  EXPECT_FALSE(C.use(Line(0))); // 2 goes.
  EXPECT_FALSE(C.use(Line(2)));
}

TEST(Cache, AStraddlingAccessUsesBothLinesAndMissesOnce) {
  WithMemory<DataCache> C({4096, 2, 64});
  EXPECT_EQ(firstMissed(C, 0x1000, 8), 0x1000u / 64);
  // The first line is there, the second is not.
  EXPECT_EQ(firstMissed(C, 0x103c, 8), 0x1040u / 64);
  EXPECT_EQ(firstMissed(C, 0x103c, 8), 0u);
  // Neither is: the first is reported.
  EXPECT_EQ(firstMissed(C, 0x20bc, 8), 0x2080u / 64);
  EXPECT_TRUE(C.use(0x2080 / 64));
  EXPECT_TRUE(C.use(0x20c0 / 64));
}

TEST(Cache, WritesComeInAsReadsDo) {
  // There is only one way.
  OwnedCache C({128, 2, 32});
  EXPECT_FALSE(C.use(2));
  EXPECT_TRUE(C.use(2));
  EXPECT_FALSE(C.use(4));
  EXPECT_FALSE(C.use(6)); // 2 goes.
  EXPECT_TRUE(C.use(4));
  EXPECT_FALSE(C.use(2)); // 6 goes.
  EXPECT_FALSE(C.use(6));
}

// As generated code does: it stamps the lines of the index itself, and does not
// increment the clock for each access of straight-line code.
template <uint32_t IndexSize> static void compareWithClient() {
  for (const udpc::abi::CacheGeometry &G : Geometries) {
    if (G.LineSize != 64)
      continue;
    NaiveCache Expected(G);
    WithMemory<IndexedCache<IndexSize>> C(G);
    std::vector<uint64_t> Lines(IndexSize), Stamps(C.numWays(G));
    std::vector<uint32_t> Ways(IndexSize);
    uint64_t Clock = 0, Step = 0;
    LineIndex Shared = {Lines.data(), Ways.data(), Stamps.data(), &Clock};
    C.init(G, C.Memory.data(), &Shared);
    size_t NumLeftOut = 0, I = 0;
    for (const TraceAccess &A : makeTrace(9, 60000, 4 * G.Size)) {
      uint64_t Line = A.Address / 64;
      bool Had = Lines[Line % IndexSize] == Line;
      if (Had) {
        if (++Step == udpc::abi::ClockStep || A.Size == 4) {
          Clock += udpc::abi::ClockStep;
          Step = 0;
        }
        Stamps[Ways[Line % IndexSize]] = Clock + Step;
        ++NumLeftOut;
      } else {
        Had = C.use(Line);
      }
      ASSERT_EQ(Had, Expected.use(Line)) << G.Size << " access " << I;
      ++I;
    }
    EXPECT_GT(NumLeftOut, 1000u);
  }
}

TEST(IndexedCache, HitsAreStampsOfIndexedLines) {
  compareWithClient<udpc::abi::DataIndexSize>();
  // Nearly all lines share a stamp with others.
  compareWithClient<64>();
}

// Each line of code has its stamp, which says whether the line is there.
TEST(CodeCache, HitsAreStamps) {
  for (const udpc::abi::CacheGeometry &G : Geometries) {
    if (G.LineSize != 64)
      continue;
    NaiveCache Expected(G);
    WithMemory<CodeCache> C(G);
    std::map<uint64_t, uint64_t> Stamps;
    uint64_t Clock = 0;
    C.init(G, C.Memory.data(), &Clock);
    size_t NumLeftOut = 0, I = 0;
    for (const TraceAccess &A : makeTrace(11, 60000, 4 * G.Size)) {
      uint64_t Line = A.Address / 64;
      uint64_t &Stamp = Stamps[Line];
      bool Had = Stamp != 0;
      if (Had)
        Stamp = Clock += udpc::abi::ClockStep;
      else
        ASSERT_FALSE(C.use(Line, &Stamp));
      ASSERT_EQ(Had, Expected.use(Line)) << G.Size << " access " << I;
      NumLeftOut += Had;
      ++I;
    }
    EXPECT_GT(NumLeftOut, 1000u);
    C.clearStamps();
    for (auto &[Line, Stamp] : Stamps)
      EXPECT_EQ(Stamp, 0u);
  }
}

// Two units may have given the same number.
TEST(CodeCache, LinesAreTheOnesThatHaveTheStamps) {
  WithMemory<CodeCache> C({128, 2, 64});
  uint64_t One = 0, Two = 0, Three = 0;
  EXPECT_FALSE(C.use(7, &One));
  EXPECT_FALSE(C.use(7, &Two));
  EXPECT_NE(One, 0u);
  EXPECT_FALSE(C.use(8, &Three)); // One goes.
  EXPECT_EQ(One, 0u);
  EXPECT_NE(Two, 0u);
  EXPECT_TRUE(C.use(7, &Two));
  EXPECT_FALSE(C.use(9, &One)); // Three goes.
  EXPECT_EQ(Three, 0u);
}

TEST(Cache, OtherPoliciesFit) {
  WithMemory<Cache<FirstInFirstOut>> C({256, 4, 32});
  for (uint64_t Line : {2, 4, 6, 8})
    EXPECT_FALSE(C.use(Line));
  EXPECT_TRUE(C.use(2));
  EXPECT_FALSE(C.use(10)); // 2 goes all the same.
  EXPECT_FALSE(C.use(2));
  EXPECT_TRUE(C.use(10));
}
