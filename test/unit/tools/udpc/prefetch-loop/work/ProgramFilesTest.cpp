//===- ProgramFilesTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/work/ProgramFiles.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace udpc;

namespace {
class ProgramFilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("udpc-programs", Folder));
    App = (Folder + "/app").str();
    Lib = (Folder + "/lib.so").str();
    Work = (Folder + "/work").str();
    ASSERT_FALSE(sys::fs::create_directory(Work));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  /// Into the file that is there, as some linkers and `cp` do.
  static void write(const std::string &File, StringRef Text) {
    std::error_code EC;
    raw_fd_ostream OS(File, EC);
    ASSERT_FALSE(EC);
    OS << Text;
  }
  static std::string read(const std::string &File) {
    auto Buffer = MemoryBuffer::getFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  static bool succeeds(Error E) {
    if (!E)
      return true;
    ADD_FAILURE() << toString(std::move(E));
    return false;
  }

  SmallString<64> Folder;
  std::string App, Lib, Work;
};
} // namespace

TEST_F(ProgramFilesTest, EachBuildComesBack) {
  ProgramFiles Programs({App, Lib}, Work);
  write(App, "plain app");
  write(Lib, "plain lib");
  ASSERT_TRUE(succeeds(Programs.keep("plain")));
  write(App, "other app");
  write(Lib, "other lib");
  ASSERT_TRUE(succeeds(Programs.keep("other")));

  for (int I = 0; I != 2; ++I) {
    ASSERT_TRUE(succeeds(Programs.place("plain")));
    EXPECT_EQ(read(App), "plain app");
    EXPECT_EQ(read(Lib), "plain lib");
    // Twice is once.
    ASSERT_TRUE(succeeds(Programs.place("plain")));
    ASSERT_TRUE(succeeds(Programs.place("other")));
    EXPECT_EQ(read(App), "other app");
    EXPECT_EQ(read(Lib), "other lib");
  }
  // Nothing else is in the folder.
  std::error_code EC;
  unsigned NumEntries = 0;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End;
       It.increment(EC))
    ++NumEntries;
  EXPECT_EQ(NumEntries, 3u);
}

TEST_F(ProgramFilesTest, BuildsDoNotWriteIntoWhatIsKept) {
  ProgramFiles Programs({App}, Work);
  write(App, "plain");
  ASSERT_TRUE(succeeds(Programs.keep("plain")));
  ASSERT_TRUE(succeeds(Programs.place("plain")));
  ASSERT_TRUE(succeeds(Programs.detach()));
  write(App, "broken");
  ASSERT_TRUE(succeeds(Programs.place("plain")));
  EXPECT_EQ(read(App), "plain");
}

TEST_F(ProgramFilesTest, MayStillBeRun) {
  ProgramFiles Programs({App}, Work);
  write(App, "plain");
  ASSERT_FALSE(sys::fs::setPermissions(App, sys::fs::perms(0750)));
  ASSERT_TRUE(succeeds(Programs.keep("plain")));
  ASSERT_TRUE(succeeds(Programs.place("plain")));
  ASSERT_TRUE(succeeds(Programs.detach()));
  EXPECT_EQ(*sys::fs::getPermissions(App), sys::fs::perms(0750));
}

TEST_F(ProgramFilesTest, TellsEqualCode) {
  ProgramFiles Programs({App}, Work);
  write(App, "one");
  ASSERT_TRUE(succeeds(Programs.keep("one")));
  ASSERT_TRUE(succeeds(Programs.keep("again")));
  write(App, "two");
  ASSERT_TRUE(succeeds(Programs.keep("two")));
  EXPECT_EQ(Programs.codeHash("one"), Programs.codeHash("again"));
  EXPECT_NE(Programs.codeHash("one"), Programs.codeHash("two"));
}

TEST_F(ProgramFilesTest, NamesTheFileThatIsMissing) {
  ProgramFiles Programs({App}, Work);
  EXPECT_NE(toString(Programs.keep("plain")).find("app: No such file"),
            std::string::npos);
}

TEST_F(ProgramFilesTest, StatesDifferWhenAFileIsWritten) {
  FileState None(App);
  EXPECT_TRUE(None == FileState(App));
  write(App, "one");
  FileState One(App);
  EXPECT_FALSE(One == None);
  EXPECT_TRUE(One == FileState(App));
  write(App, "longer");
  EXPECT_FALSE(One == FileState(App));
}

/// A program may use it by another link.
TEST_F(ProgramFilesTest, LinksStay) {
  std::string Real = (Folder + "/lib.so.1").str();
  write(Real, "plain lib");
  ASSERT_FALSE(sys::fs::create_link("lib.so.1", Lib));
  ProgramFiles Programs({Lib}, Work);
  ASSERT_TRUE(succeeds(Programs.keep("plain")));
  write(Real, "other lib");
  ASSERT_TRUE(succeeds(Programs.keep("other")));
  ASSERT_TRUE(succeeds(Programs.place("plain")));
  EXPECT_EQ(read(Real), "plain lib");
  ASSERT_TRUE(succeeds(Programs.detach()));
  EXPECT_TRUE(sys::fs::is_symlink_file(Lib));
}
