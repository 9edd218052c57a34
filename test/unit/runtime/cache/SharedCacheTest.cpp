// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cache/SharedCache.h"
#include "runtime/cache/model/TaggedCache.h"
#include "gtest/gtest.h"
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace udpc;
using namespace udpc::rt;

namespace {

constexpr udpc::abi::CacheGeometry Geometry = {64 * 1024, 8, 64};
/// Programs never access line 0, so empty memory can represent it.
constexpr uint64_t FirstLine = 1024;

/// A shared cache with its memory, and zero before init() as the runtime's is.
template <typename CacheT> struct Shared {
  Shared() : Cache(new SharedCache<CacheT>()) {
    Memory.resize((SharedCache<CacheT>::bytes(Geometry) + 63) / 64);
    Cache->init(Geometry, Memory.data());
  }
  struct alignas(64) Line {
    char Bytes[64] = {};
  };
  std::unique_ptr<SharedCache<CacheT>> Cache;
  std::vector<Line> Memory;
};

} // namespace

// Each line fits, so it misses once, whichever thread comes first.
TEST(SharedCache, CountsEachMissOnceWhateverThreadHasIt) {
  Shared<TaggedCache> S;
  S.Cache->share();
  constexpr unsigned NumThreads = 4, NumLines = 1024;
  std::vector<uint64_t> Misses(NumThreads);
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != NumThreads; ++T)
    Threads.emplace_back([&, T] {
      std::mt19937 Random(T);
      uint64_t Count = 0;
      for (unsigned I = 0; I != 20000; ++I)
        Count += !S.Cache->use(FirstLine + Random() % NumLines);
      Misses[T] = Count;
    });
  for (std::thread &T : Threads)
    T.join();
  uint64_t All = 0;
  for (uint64_t N : Misses)
    All += N;
  EXPECT_EQ(All, NumLines);
}

// Alone it is the plain cache.
TEST(SharedCache, IsThePlainCacheForOneThread) {
  Shared<TaggedCache> S, Plain;
  S.Cache->share();
  std::mt19937 Random(1);
  for (unsigned I = 0; I != 20000; ++I) {
    uint64_t Line = FirstLine + Random() % 4096;
    EXPECT_EQ(S.Cache->use(Line), Plain.Cache->use(Line));
  }
}
