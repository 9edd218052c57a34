//===- FlagUseTest.cpp - What instructions do with the flags --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/plan/FlagUse.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

class FlagUseTest : public testing::Test {
protected:
  void SetUp() override {
    File = cantFail(ObjectFile::createObjectFile(UDPC_REWRITE_CASES));
    Reader.emplace(cantFail(
        InstructionReader::create(cast<ELFObjectFileBase>(*File.getBinary()))));
  }
  FlagUse use(std::initializer_list<uint8_t> List) {
    std::vector<uint8_t> Bytes(List);
    ModuleInstruction I;
    if (!Reader->read(Bytes, 0x1000, I) || I.Size != Bytes.size()) {
      ADD_FAILURE() << "no instruction";
      return FlagUse::Unknown;
    }
    return flagUseOf(I, Bytes);
  }

  OwningBinary<ObjectFile> File;
  std::optional<InstructionReader> Reader;
};

} // namespace

TEST_F(FlagUseTest, SomeInstructionsReplaceAllFlags) {
  EXPECT_EQ(use({0x48, 0x83, 0xec, 0x18}), FlagUse::Replaces); // sub $24, %rsp
  EXPECT_EQ(use({0x31, 0xc0}), FlagUse::Replaces);             // xor
  EXPECT_EQ(use({0x48, 0x85, 0xff}), FlagUse::Replaces);       // test
  EXPECT_EQ(use({0x66, 0x83, 0x3f, 0x01}), FlagUse::Replaces); // cmpw
  EXPECT_EQ(use({0xf7, 0xdf}), FlagUse::Replaces);             // neg
  EXPECT_EQ(use({0xf6, 0x07, 0x01}), FlagUse::Replaces);       // testb
  EXPECT_EQ(use({0x64, 0x48, 0x2b, 0x04, 0x25, 0x28, 0, 0, 0}),
            FlagUse::Replaces); // sub %fs:40, %rax
}

TEST_F(FlagUseTest, SomeInstructionsLeaveThemAlone) {
  EXPECT_EQ(use({0xf3, 0x0f, 0x1e, 0xfa}), FlagUse::None); // endbr64
  EXPECT_EQ(use({0x41, 0x57}), FlagUse::None);             // push
  EXPECT_EQ(use({0x48, 0x89, 0xfb}), FlagUse::None);       // mov
  EXPECT_EQ(use({0xb8, 1, 0, 0, 0}), FlagUse::None);       // mov $1
  EXPECT_EQ(use({0x8d, 0x04, 0x3f}), FlagUse::None);       // lea
  EXPECT_EQ(use({0x0f, 0xb6, 0xc0}), FlagUse::None);       // movzb
}

TEST_F(FlagUseTest, IsUnknownWhereSomeAreReadOrKept) {
  EXPECT_EQ(use({0x11, 0xc0}), FlagUse::Unknown);             // adc
  EXPECT_EQ(use({0x19, 0xc0}), FlagUse::Unknown);             // sbb
  EXPECT_EQ(use({0x48, 0x83, 0xd0, 0x00}), FlagUse::Unknown); // adc $0
  EXPECT_EQ(use({0x48, 0x83, 0xd8, 0x00}), FlagUse::Unknown); // sbb $0
  EXPECT_EQ(use({0x1c, 0x00}), FlagUse::Unknown);             // sbb $0, %al
  EXPECT_EQ(use({0xff, 0xc0}), FlagUse::Unknown);       // inc keeps the carry
  EXPECT_EQ(use({0xd3, 0xe0}), FlagUse::Unknown);       // shl by 0 keeps all
  EXPECT_EQ(use({0xf7, 0xd0}), FlagUse::Unknown);       // not
  EXPECT_EQ(use({0x0f, 0x92, 0xc0}), FlagUse::Unknown); // setb
  EXPECT_EQ(use({0x0f, 0x42, 0xc1}), FlagUse::Unknown); // cmovb
  EXPECT_EQ(use({0x0f, 0xa3, 0xc1}), FlagUse::Unknown); // bt
  EXPECT_EQ(use({0x9c}), FlagUse::Unknown);             // pushf
  EXPECT_EQ(use({0x9f}), FlagUse::Unknown);             // lahf
  EXPECT_EQ(use({0xf5}), FlagUse::Unknown);             // cmc
  EXPECT_EQ(use({0x72, 0x00}), FlagUse::Unknown);       // jb
  EXPECT_EQ(use({0xe8, 0, 0, 0, 0}), FlagUse::Unknown); // call
  EXPECT_EQ(use({0xc3}), FlagUse::Unknown);             // ret
  EXPECT_EQ(use({0x0f, 0x05}), FlagUse::Unknown);       // syscall: in %r11
  EXPECT_EQ(use({0xf3, 0xa6}), FlagUse::Unknown);       // repe cmps
  EXPECT_EQ(use({0xf0, 0x01, 0x07}), FlagUse::Unknown); // lock add
  EXPECT_EQ(use({0xd1, 0xd0}), FlagUse::Unknown);       // rcl
}
