//===- OpenFolderTest.cpp - Links that others put in a folder -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/files/OpenFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

namespace {

class OpenFolderTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("open-folder", Top));
    mkdir(path("a").c_str(), 0755);
    mkdir(path("b").c_str(), 0755);
    write("b/victim", "precious");
  }
  void TearDown() override { sys::fs::remove_directories(Top); }

  std::string path(const std::string &Name) {
    return Top.str().str() + "/" + Name;
  }
  void write(const std::string &Name, const std::string &Text) {
    std::ofstream(path(Name)) << Text;
  }
  std::string text(const std::string &Name) {
    auto Buffer = MemoryBuffer::getFile(path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  void link(const std::string &To, const std::string &Name) {
    ASSERT_EQ(symlink(path(To).c_str(), path(Name).c_str()), 0);
  }
  OpenFolder open(const std::string &Name) {
    return cantFail(OpenFolder::open(path(Name)));
  }
  template <typename T> static std::string why(Expected<T> Failed) {
    return Failed ? "" : toString(Failed.takeError());
  }

  SmallString<128> Top;
};

} // namespace

TEST_F(OpenFolderTest, ReadsRegularFilesOnly) {
  write("a/file", "text");
  link("b/victim", "a/link");
  mkfifo(path("a/fifo").c_str(), 0600);
  mkdir(path("a/folder").c_str(), 0700);
  OpenFolder A = open("a");
  EXPECT_EQ(cantFail(A.read("file", 4))->getBuffer(), "text");
  EXPECT_EQ(why(A.read("file", 3)), path("a/file: larger than 0 MiB"));
  for (const char *Name : {"link", "fifo", "folder", "none"})
    EXPECT_NE(why(A.read(Name, 100)), "") << Name;
  EXPECT_EQ(A.names(),
            (std::vector<std::string>{"fifo", "file", "folder", "link"}));
}

TEST_F(OpenFolderTest, RemovesLinksAndNotWhatTheyLeadTo) {
  mkdir(path("a/x").c_str(), 0700);
  mkdir(path("a/x/y").c_str(), 0700);
  link("b", "a/x/y/folder");
  link("b/victim", "a/x/file");
  link("b", "a/link");
  OpenFolder A = open("a");
  A.remove("x");
  A.remove("link");
  A.remove("none");
  EXPECT_TRUE(A.names().empty());
  EXPECT_EQ(text("b/victim"), "precious");
}

TEST_F(OpenFolderTest, StoresBesideLinks) {
  link("b/victim", "a/out.tmp");
  link("b/victim", "a/out");
  OpenFolder A = open("a");
  cantFail(A.store("out", "new"));
  EXPECT_EQ(text("a/out"), "new");
  EXPECT_EQ(text("b/victim"), "precious");
  EXPECT_EQ(A.names(), std::vector<std::string>{"out"});
}

TEST_F(OpenFolderTest, IsTheSameFolderWhateverItsNameLeadsTo) {
  OpenFolder A = open("a");
  ASSERT_EQ(rename(path("a").c_str(), path("c").c_str()), 0);
  link("b", "a");
  cantFail(A.store("victim", "new"));
  EXPECT_EQ(text("b/victim"), "precious");
  EXPECT_EQ(text("c/victim"), "new");
}

TEST_F(OpenFolderTest, OpensFoldersOfItsOwnOnly) {
  link("b", "a/link");
  write("a/file", "");
  mkdir(path("a/open").c_str(), 0700);
  chmod(path("a/open").c_str(), 0770);
  OpenFolder A = open("a");
  EXPECT_EQ(why(A.makeOwn("link")), path("a/link: no folder"));
  EXPECT_EQ(why(A.makeOwn("file")), path("a/file: no folder"));
  EXPECT_EQ(why(A.makeOwn("open")),
            path("a/open: other users may write there, and put links there: "
                 "remove it"));
  EXPECT_NE(why(A.openOwn("none")), "");
  EXPECT_EQ(why(A.makeOwn("new")), "");
  EXPECT_EQ(why(A.openOwn("new")), "");
}

TEST_F(OpenFolderTest, FollowsTheLinksOfItsUserToIt) {
  link("b", "link");
  ASSERT_EQ(symlink("../link/./", path("a/relative").c_str()), 0);
  EXPECT_TRUE(open("a/relative").has("victim"));
  EXPECT_TRUE(
      cantFail(OpenFolder::open("/proc/self/root" + path("b"))).has("victim"));
  EXPECT_TRUE(cantFail(OpenFolder::open("/proc/self/cwd")).names() ==
              cantFail(OpenFolder::open(".")).names());
  ASSERT_EQ(symlink("loop", path("loop").c_str()), 0);
  EXPECT_EQ(why(OpenFolder::open(path("loop"))),
            path("loop: Too many levels of symbolic links"));
  EXPECT_EQ(why(OpenFolder::open(path("b/victim"))),
            path("b/victim: Not a directory"));
}
