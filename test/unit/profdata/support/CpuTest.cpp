// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/support/Cpu.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

static const char Zen5Info[] = "processor\t: 0\n"
                               "vendor_id\t: AuthenticAMD\n"
                               "cpu family\t: 26\n"
                               "model\t\t: 2\n"
                               "model name\t: AMD EPYC 9575F 64-Core\n";

TEST(Cpu, IsVendorFamilyModelAndNameOnX86) {
  Cpu C = describeCpu(Zen5Info, "znver5");
  EXPECT_EQ(C.Vendor, "AuthenticAMD");
  EXPECT_EQ(C.Family, 26u);
  EXPECT_EQ(C.Model, 2u);
  EXPECT_EQ(C.Name, "AMD EPYC 9575F 64-Core");
  EXPECT_EQ(C.Kind, CpuFamily::Zen5);
  EXPECT_EQ(C.fileStem(), "authenticamd-26-2-amd-epyc-9575f-64-core");
}

TEST(Cpu, HasLLVMsNameOnArm) {
  Cpu C = describeCpu("processor\t: 0\nCPU implementer\t: 0x41\n"
                      "CPU architecture: 8\nCPU part\t: 0xd0c\n",
                      "neoverse-n1");
  EXPECT_EQ(C.Vendor, "0x41");
  EXPECT_EQ(C.Model, 0xd0cu);
  EXPECT_EQ(C.Kind, CpuFamily::NeoverseN1);
  EXPECT_EQ(C.fileStem(), "0x41-8-3340-neoverse-n1");
}

TEST(Cpu, IsReadOnRISCV) {
  Cpu C = describeCpu("hart\t: 0\nmvendorid\t: 0x489\n"
                      "marchid\t\t: 0x8000000000000007\n",
                      "sifive-u74");
  EXPECT_EQ(C.Vendor, "0x489");
  EXPECT_EQ(C.Model, 7u);
  EXPECT_EQ(C.Kind, CpuFamily::Generic);
}

TEST(Cpu, WithoutInformationIsGeneric) {
  Cpu C = describeCpu("", "generic");
  EXPECT_EQ(C.Vendor, "");
  EXPECT_EQ(C.Kind, CpuFamily::Generic);
  EXPECT_EQ(C.fileStem(), "0-0-generic");
}

TEST(Cpu, ServersAndClientsOfIntelDiffer) {
  EXPECT_EQ(familyOfLLVMName("cascadelake"), CpuFamily::IntelServer);
  EXPECT_EQ(familyOfLLVMName("raptorlake"), CpuFamily::IntelClient);
  EXPECT_EQ(familyOfLLVMName("graniterapids"), CpuFamily::SapphireRapids);
}

TEST(Cpu, InstructionSetsDecideWhereTheModelNumberIsAnother) {
  std::string Info = "processor\t: 0\nvendor_id\t: GenuineIntel\n"
                     "cpu family\t: 6\nmodel\t\t: 167\n"
                     "model name\t: Intel(R) Xeon(R) Processor\n"
                     "flags\t\t: fpu avx512f amx_tile_of_another\n";
  EXPECT_EQ(describeCpu(Info, "rocketlake").Kind, CpuFamily::IntelClient);
  Info.replace(Info.find("_of_another"), StringRef("_of_another").size(), "");
  Cpu C = describeCpu(Info, "rocketlake");
  EXPECT_EQ(C.Kind, CpuFamily::SapphireRapids);
  EXPECT_EQ(C.Model, 167u);
}

TEST(Cpu, WordsOfFamiliesAreReadBack) {
  for (unsigned I = 0; I != NumCpuFamilies; ++I)
    EXPECT_EQ(cpuFamilyOf(cpuFamilyWord(CpuFamily(I))), CpuFamily(I));
  EXPECT_EQ(cpuFamilyOf("zen"), std::nullopt);
}

} // namespace udpc
