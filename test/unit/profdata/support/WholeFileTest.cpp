//===- WholeFileTest.cpp - Files that cannot be written as a whole --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/WholeFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

namespace {

class WholeFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("whole-file", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string file(StringRef Name) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return Path.str().str();
  }
  static Error write(StringRef Path, StringRef Text) {
    return writeWhole(Path, [&](raw_ostream &OS) {
      OS << Text;
      return Error::success();
    });
  }
  static std::string contents(StringRef Path) {
    auto Buffer = readWhole(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : toString(Buffer.takeError());
  }
  unsigned numFiles() {
    std::error_code EC;
    unsigned Number = 0;
    for (sys::fs::directory_iterator It(Folder, EC), End; !EC && It != End;
         It.increment(EC))
      ++Number;
    return Number;
  }

  SmallString<128> Folder;
};

} // namespace

/// As on a full disk. llvm::writeToOutput() left half of the new file, and
/// ended the program.
TEST_F(WholeFileTest, WhatIsNotWrittenLeavesTheOldFile) {
  std::string Path = file("x");
  cantFail(write(Path, "old"));
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit Before, Small;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &Before), 0);
  Small = Before;
  Small.rlim_cur = 4096;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Small), 0);
  Error E = write(Path, std::string(1 << 20, 'x'));
  setrlimit(RLIMIT_FSIZE, &Before);
  EXPECT_EQ(toString(std::move(E)), "'" + Path + "': File too large");
  EXPECT_EQ(contents(Path), "old");
  EXPECT_EQ(numFiles(), 1u);
}

TEST_F(WholeFileTest, AnErrorLeavesTheOldFile) {
  std::string Path = file("x");
  cantFail(write(Path, "old"));
  Error E = writeWhole(Path, [](raw_ostream &OS) {
    OS << "new";
    return createStringError("no");
  });
  EXPECT_EQ(toString(std::move(E)), "no");
  EXPECT_EQ(contents(Path), "old");
  EXPECT_EQ(numFiles(), 1u);
}

/// Another user who owns the folder may guess the name of the temporary file.
TEST_F(WholeFileTest, LinksAreNotFollowed) {
  cantFail(write(file("victim"), "precious"));
  std::string Prefix = file("x") + ".temp-" + std::to_string(getpid()) + "-";
  for (unsigned I = 0; I != 90; ++I)
    ASSERT_EQ(
        symlink(file("victim").c_str(), (Prefix + std::to_string(I)).c_str()),
        0);
  ASSERT_EQ(symlink(file("victim").c_str(), file("x").c_str()), 0);
  cantFail(write(file("x"), "new"));
  EXPECT_EQ(contents(file("x")), "new");
  EXPECT_EQ(contents(file("victim")), "precious");
  EXPECT_EQ(numFiles(), 92u);
}

TEST_F(WholeFileTest, StreamsAreWrittenInPlace) {
  ASSERT_EQ(symlink("/dev/null", file("null").c_str()), 0);
  cantFail(write(file("null"), "text"));
  EXPECT_TRUE(sys::fs::is_symlink_file(file("null")));
}

TEST_F(WholeFileTest, EndlessStreamsAreReadOnlyAtTheirBeginning) {
  EXPECT_EQ(cantFail(readWhole("/dev/zero",
                               [](StringRef Begin) {
                                 EXPECT_EQ(Begin, std::string(4096, '\0'));
                                 return false;
                               }))
                    ->getBufferSize() %
                4096,
            0u);
  EXPECT_EQ(toString(readText("/dev/zero").takeError()),
            "/dev/zero: not a text file");
  EXPECT_EQ(contents("/dev/null"), "");
  EXPECT_EQ(cantFail(readText("/dev/null"))->getBufferEnd()[0], '\0');
  EXPECT_EQ(toString(readText(file("none")).takeError()),
            file("none") + ": No such file or directory");
  EXPECT_EQ(toString(readWhole(Folder).takeError()),
            Folder.str().str() + ": Is a directory");
}

TEST_F(WholeFileTest, NamesMayHavePercentSigns) {
  ASSERT_FALSE(sys::fs::create_directory(file("100%")));
  cantFail(write(file("100%/%p"), "text"));
  EXPECT_EQ(contents(file("100%/%p")), "text");
}
