//===- SourceScanTest.cpp - Whether a source mentions udpc ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/SourceScan.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

TEST(SourceScan, FindsFrontEndWords) {
  for (StringRef Text :
       {"[[udpc::event(\"a\")]] f();", "[[using udpc: spin(\"a\")]] for (;;);",
        "__attribute__((udpc_event(\"a\")))",
        "__attribute__((udpc_spin(\"a\")))", "#pragma udpc event(a)",
        "# pragma  udpc spin(a)", "_Pragma(\"udpc event(a)\")",
        "[[udpc :: event(\"a\")]]", "UDPC_EVENT(\"a\") f();",
        "UDPC_SPIN(\"a\")"})
    EXPECT_TRUE(hasFrontEndWords(Text)) << Text.str();
  for (StringRef Text :
       {"", "int main(void) {}", "#include <udpc/udpc.h>\nudpc_read(1);",
        "UDPC_MARK(a);", "pragmaudpc", "#pragma once\nudpc",
        "using namespace x;"})
    EXPECT_FALSE(hasFrontEndWords(Text)) << Text.str();
}

namespace {

class IncludesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("udpc-scan", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string write(StringRef Name, StringRef Text) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    sys::fs::create_directories(sys::path::parent_path(Path));
    std::error_code EC;
    raw_fd_ostream(Path, EC) << Text;
    EXPECT_FALSE(EC);
    return Path.str().str();
  }
  std::string path(StringRef Name) { return (Folder + "/" + Name).str(); }

  SmallString<128> Folder;
};

} // namespace

TEST_F(IncludesTest, AreFollowed) {
  write("include/deep/marks.h", "#define M [[udpc::event(\"m\")]]\n");
  write("src/near.h", "#include \"deep/marks.h\"\n");
  std::string Main = write("src/main.c", " #  include  \"near.h\"\n");
  EXPECT_FALSE(usesFrontEndWords(Main, {}));
  EXPECT_TRUE(usesFrontEndWords(Main, {path("include")}));
  // <...> is not searched for beside the file or in system folders.
  std::string Angle = write("src/angle.c", "#include <deep/marks.h>\n");
  EXPECT_TRUE(usesFrontEndWords(Angle, {path("include")}));
  EXPECT_FALSE(usesFrontEndWords(Angle, {}));
  std::string Beside = write("src/beside.c", "#include <near.h>\n");
  EXPECT_FALSE(usesFrontEndWords(Beside, {path("include")}));
  std::string Absolute = write(
      "src/absolute.c", "#include \"" + path("include/deep/marks.h") + "\"\n");
  EXPECT_TRUE(usesFrontEndWords(Absolute, {}));
  EXPECT_FALSE(usesFrontEndWords(path("none.c"), {}));
  EXPECT_FALSE(usesFrontEndWords("-", {}));
}

TEST_F(IncludesTest, CirclesEnd) {
  write("b.h", "#include \"a.h\"\n#include \"b.h\"\n");
  std::string A = write("a.h", "#include \"b.h\"\n#include \"\n#include");
  EXPECT_FALSE(usesFrontEndWords(A, {}));
}

TEST_F(IncludesTest, OurHeaderOffersTheWords) {
  write("udpc/udpc.h", "#include \"udpc/marks.h\"\n");
  write("udpc/marks.h", "#define UDPC_EVENT(name) [[udpc::event(name)]]\n");
  std::string Plain = write("plain.c", "#include \"udpc/udpc.h\"\n");
  std::string Uses =
      write("uses.c", "#include \"udpc/udpc.h\"\nUDPC_EVENT(\"a\") f();\n");
  EXPECT_FALSE(usesFrontEndWords(Plain, {}));
  EXPECT_TRUE(usesFrontEndWords(Uses, {}));
}
