//===- ProfileInputTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/open/ProfileInput.h"
#include "test/unit/profdata/ContinuousBytes.h"
#include "test/unit/profdata/cache/CacheProfileBytes.h"
#include "udpc/log.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

TEST(ProfileInput, RecognisesKindsByTheirContents) {
  EXPECT_EQ(profileKind(makeProfile({}, {})), ProfileKind::Events);
  EXPECT_EQ(profileKind(testProfile()), ProfileKind::Costs);
  EXPECT_EQ(profileKind("desc: x\ncmd: a\n"), ProfileKind::Cachegrind);
  EXPECT_EQ(profileKind("# callgrind format\nversion: 1\n"),
            ProfileKind::Callgrind);
  EXPECT_EQ(profileKind("events: Ir\n"), ProfileKind::Callgrind);
  EXPECT_EQ(profileKind("UDPL"), ProfileKind::Log);
  EXPECT_EQ(profileKind(""), ProfileKind::Unknown);
  EXPECT_EQ(profileKind("int main() {}\n"), ProfileKind::Unknown);
}

/// A file with \p Bytes, which is removed at the end of the test.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef Bytes) {
    int FD;
    EXPECT_FALSE(sys::fs::createTemporaryFile("input", "prof", FD, Path));
    raw_fd_ostream(FD, /*shouldClose=*/true) << Bytes;
  }
  ~TemporaryFile() { sys::fs::remove(Path); }
  StringRef path() const { return Path; }

private:
  SmallString<128> Path;
};

TEST(ProfileInput, OpensFiles) {
  TemporaryFile File(testProfile());
  EXPECT_EQ(kindOfFile(File.path()), ProfileKind::Costs);
  Expected<ProfileInput> Input = ProfileInput::open(File.path());
  ASSERT_TRUE(bool(Input)) << toString(Input.takeError());
  EXPECT_EQ(Input->kind(), ProfileKind::Costs);
  EXPECT_EQ(Input->bytes(), testProfile());
  EXPECT_EQ(Input->file(), File.path());
  EXPECT_EQ(Input->note(), "");
}

TEST(ProfileInput, ConvertsFilesThatChange) {
  ContinuousBytes Changing = fullContinuous(asString(fullTable()), 3);
  Changing.header().Flags |= abi::CountsAreMissing;
  TemporaryFile File(Changing.Bytes);
  EXPECT_EQ(kindOfFile(File.path()), ProfileKind::Unknown);
  Expected<ProfileInput> Input = ProfileInput::open(File.path());
  ASSERT_TRUE(bool(Input)) << toString(Input.takeError());
  EXPECT_EQ(Input->kind(), ProfileKind::Events);
  EXPECT_EQ(Input->note(), "some counts are missing: the file could not grow");
}

TEST(ProfileInput, UnpacksContents) {
  // Profiles may be compressed by it: an LLVM without it is not supported.
  ASSERT_TRUE(compression::zstd::isAvailable());
  std::string Profile = testProfile();
  SmallVector<uint8_t, 0> Frame;
  compression::zstd::compress(arrayRefFromStringRef(Profile), Frame);
  auto Contents = MemoryBuffer::getMemBufferCopy(toStringRef(Frame), "b");
  Expected<ProfileInput> Input = ProfileInput::of(std::move(Contents), "b");
  ASSERT_TRUE(bool(Input)) << toString(Input.takeError());
  EXPECT_EQ(Input->kind(), ProfileKind::Costs);
  EXPECT_EQ(Input->bytes(), Profile);
}

TEST(ProfileInput, NamesFilesThatItCannotRead) {
  EXPECT_EQ(toString(ProfileInput::open("/no/such.prof").takeError()),
            "/no/such.prof: No such file or directory");
  EXPECT_EQ(kindOfFile("/no/such.prof"), ProfileKind::Unknown);
}

} // namespace udpc
