// The runtime packs profiles, and readers unpack them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/image/ProfilePacker.h"
#include "profdata/file/PackedProfile.h"
#include "runtime/output/image/Deflate.h"
#include "test/unit/profdata/ProfileBytes.h"
#include "test/unit/profdata/cache/CacheProfileBytes.h"
#include "udpc/references.h"
#include "llvm/Support/Compression.h"
#include "gtest/gtest.h"
#include <random>

using namespace udpc;
using namespace udpc::rt;

static std::string packed(const std::string &Profile) {
  std::vector<uint64_t> Aligned(Profile.size() / 8 + 1);
  std::memcpy(Aligned.data(), Profile.data(), Profile.size());
  ProfileImage View;
  EXPECT_TRUE(viewProfile(reinterpret_cast<uint8_t *>(Aligned.data()),
                          Profile.size(), View));
  std::vector<uint8_t> Parts(maxPartsSize(View));
  uint64_t Size = packParts(View, Parts.data());
  EXPECT_LE(Size, Parts.size());
  std::string Out(maxPackedSize(Size), 'x');
  Out.resize(packProfile(View, Parts.data(), Size,
                         reinterpret_cast<uint8_t *>(Out.data())));
  return Out;
}

static std::string roundTrip(const std::string &Profile) {
  return llvm::cantFail(unpackProfile(packed(Profile), "p"));
}

TEST(ProfilePacker, IsTheSameWhenUnpacked) {
  std::string Events = makeProfile(
      {fullTable()}, {{0, {{0, 0, 1}, {0, 1, UINT64_MAX}}}, {7, {}}}, "./a b");
  EXPECT_EQ(roundTrip(Events), Events);
  std::string Costs = testProfile();
  EXPECT_EQ(roundTrip(Costs), Costs);
  EXPECT_EQ(roundTrip(makeProfile({}, {})), makeProfile({}, {}));
}

TEST(ProfilePacker, IsRefusedIfAnyByteDiffers) {
  std::string Packed = packed(testProfile());
  for (size_t I = 8; I != Packed.size(); ++I) {
    std::string Altered = Packed;
    Altered[I] ^= 16;
    EXPECT_TRUE(llvm::errorToBool(unpackProfile(Altered, "p").takeError()))
        << I;
  }
}

/// A file that claims more than a profile can have is not decompressed.
TEST(ProfilePacker, IsRefusedIfItIsTooLarge) {
  constexpr uint64_t MiB = 1 << 20;
  EXPECT_EQ(maxUnpackedSize(0), 256 * MiB);
  EXPECT_EQ(maxUnpackedSize(MiB), 1000 * MiB);
  EXPECT_EQ(maxUnpackedSize(UINT64_MAX), 4096 * MiB);
  std::string Packed = packed(testProfile());
  uint64_t Size = testProfile().size();
  udpc::abi::PackedRec Rec;
  std::memcpy(&Rec, Packed.data() + sizeof(udpc::abi::ProfileHeader),
              sizeof(Rec));
  uint64_t Most = std::max(Size, Rec.PartsSize);
  EXPECT_EQ(llvm::cantFail(unpackProfile(Packed, "p", Most)), testProfile());
  EXPECT_EQ(llvm::toString(unpackProfile(Packed, "p", Most - 1).takeError()),
            "p: it would take " + std::to_string(Most) +
                " bytes when decompressed; a profile of its size takes at "
                "most " +
                std::to_string(Most - 1));
}

/// The same with a checksum that is right: nothing but an error may happen.
TEST(ProfilePacker, MayBeHostile) {
  std::string Packed = packed(testProfile());
  for (size_t I = sizeof(udpc::abi::ProfileHeader); I != Packed.size(); ++I)
    for (uint8_t Bits : {1, 0x80, 0xff}) {
      std::string Altered = Packed;
      Altered[I] ^= Bits;
      udpc::sealProfile(Altered);
      if (auto P = unpackProfile(Altered, "p"))
        EXPECT_LE(P->size(), 100 * testProfile().size());
      else
        EXPECT_NE(llvm::toString(P.takeError()), "");
    }
}

static std::string inflated(const std::string &Data) {
  std::vector<uint8_t> Out(maxDeflatedSize(Data.size()));
  uint64_t Size = deflateBytes(reinterpret_cast<const uint8_t *>(Data.data()),
                               Data.size(), Out.data());
  EXPECT_LE(Size, Out.size());
  llvm::SmallVector<uint8_t, 0> Back;
  llvm::cantFail(llvm::compression::zlib::decompress(
      llvm::ArrayRef(Out).take_front(Size), Back, Data.size()));
  return llvm::toStringRef(Back).str();
}

TEST(Deflate, IsReadByZlib) {
  std::mt19937 Random(1);
  for (size_t Size : {0, 1, 2, 3, 257, 258, 259, 260, 5000, 70000})
    for (unsigned Symbols : {1, 2, 17, 256}) {
      std::string Data(Size, '\0');
      for (char &C : Data)
        C = static_cast<char>(Random() % Symbols);
      EXPECT_EQ(inflated(Data), Data) << Size << " of " << Symbols;
    }
  // All lengths and many distances of matches.
  std::string Text;
  for (unsigned Length = 3; Length != 300; ++Length) {
    for (unsigned I = 0; I != Length * 7 % 500; ++I)
      Text += static_cast<char>(Random());
    Text += Text.substr(Random() % (Text.size() + 1), Length);
  }
  EXPECT_EQ(inflated(Text), Text);
}
