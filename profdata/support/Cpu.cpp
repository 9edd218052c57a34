//===- Cpu.cpp - The processor that a program runs on ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/Cpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace udpc;

namespace {
struct FamilyNames {
  CpuFamily Family;
  StringLiteral Word, Title;
};
} // namespace

static constexpr FamilyNames Families[] = {
    {CpuFamily::Generic, "generic", "no known family"},
    {CpuFamily::IntelClient, "intel-client", "Intel client"},
    {CpuFamily::IntelServer, "intel-server", "Intel server"},
    {CpuFamily::SapphireRapids, "sapphire-rapids", "Intel Sapphire Rapids"},
    {CpuFamily::Zen2, "zen2", "AMD Zen 2"},
    {CpuFamily::Zen3, "zen3", "AMD Zen 3"},
    {CpuFamily::Zen4, "zen4", "AMD Zen 4"},
    {CpuFamily::Zen5, "zen5", "AMD Zen 5"},
    {CpuFamily::NeoverseN1, "neoverse-n1", "Arm Neoverse N1"},
    {CpuFamily::NeoverseV1, "neoverse-v1", "Arm Neoverse V1"},
    {CpuFamily::NeoverseN2, "neoverse-n2", "Arm Neoverse N2"},
};
static_assert(std::size(Families) == NumCpuFamilies);

static const FamilyNames &namesOf(CpuFamily Family) {
  return *find_if(Families,
                  [&](const FamilyNames &N) { return N.Family == Family; });
}

StringRef udpc::cpuFamilyWord(CpuFamily Family) { return namesOf(Family).Word; }

StringRef udpc::cpuFamilyTitle(CpuFamily Family) {
  return namesOf(Family).Title;
}

std::optional<CpuFamily> udpc::cpuFamilyOf(StringRef Word) {
  for (const FamilyNames &N : Families)
    if (N.Word == Word)
      return N.Family;
  return std::nullopt;
}

CpuFamily udpc::familyOfLLVMName(StringRef Name) {
  using F = CpuFamily;
  // The names are those in llvm/TargetParser/X86TargetParser.def and of
  // AArch64's processors. Servers with Atom cores have the same kind of L3.
  return StringSwitch<F>(Name)
      .Cases({"skylake-avx512", "cascadelake", "cooperlake", "icelake-server",
              "sierraforest", "clearwaterforest"},
             F::IntelServer)
      .Cases({"sapphirerapids", "emeraldrapids", "graniterapids",
              "graniterapids-d", "diamondrapids"},
             F::SapphireRapids)
      .Cases({"sandybridge", "ivybridge", "haswell", "broadwell", "skylake",
              "cannonlake", "icelake-client", "tigerlake", "rocketlake"},
             F::IntelClient)
      .Cases({"alderlake", "raptorlake", "meteorlake", "arrowlake",
              "arrowlake-s", "lunarlake", "pantherlake", "gracemont",
              "wildcatlake", "novalake"},
             F::IntelClient)
      .Cases({"znver1", "znver2"}, F::Zen2)
      .Case("znver3", F::Zen3)
      .Case("znver4", F::Zen4)
      .Cases({"znver5", "znver6"}, F::Zen5)
      .Cases({"neoverse-n1", "neoverse-e1", "ampere1"}, F::NeoverseN1)
      .Cases({"neoverse-v1", "neoverse-512tvb", "neoverse-v2", "neoverse-v3",
              "neoverse-v3ae", "grace"},
             F::NeoverseV1)
      .Cases({"neoverse-n2", "neoverse-n3", "cobalt-100"}, F::NeoverseN2)
      .Default(F::Generic);
}

/// Returns the value of the first line "\p Key : value".
static StringRef valueOf(StringRef Info, StringRef Key) {
  while (!Info.empty()) {
    auto [Line, Rest] = Info.split('\n');
    auto [Name, Value] = Line.split(':');
    if (Name.trim() == Key)
      return Value.trim();
    Info = Rest;
  }
  return {};
}

/// Parses a decimal number, or a hexadecimal one with 0x. 0 for other texts.
static uint32_t numberOf(StringRef Text) {
  uint64_t Number;
  return Text.getAsInteger(0, Number) ? 0 : static_cast<uint32_t>(Number);
}

/// Whether the processor has AMX: only Intel's servers from Sapphire Rapids on
/// have it. There are virtual ones with the model number of Rocket Lake.
static bool hasAMX(StringRef Info) {
  SmallVector<StringRef, 128> Flags;
  valueOf(Info, "flags").split(Flags, ' ');
  return is_contained(Flags, "amx_tile");
}

Cpu udpc::describeCpu(StringRef Info, StringRef LLVMName) {
  Cpu C;
  C.Kind =
      hasAMX(Info) ? CpuFamily::SapphireRapids : familyOfLLVMName(LLVMName);
  auto Take = [&](StringRef Vendor, StringRef Family, StringRef Model) {
    C.Vendor = valueOf(Info, Vendor).str();
    C.Family = numberOf(valueOf(Info, Family));
    C.Model = numberOf(valueOf(Info, Model));
    return !C.Vendor.empty();
  };
  if (!Take("vendor_id", "cpu family", "model") &&
      !Take("CPU implementer", "CPU architecture", "CPU part"))
    Take("mvendorid", "", "marchid");
  C.Name = valueOf(Info, "model name").str();
  if (C.Name.empty())
    C.Name = LLVMName.str();
  return C;
}

std::string Cpu::fileStem() const {
  std::string All =
      Vendor + '-' + utostr(Family) + '-' + utostr(Model) + '-' + Name;
  std::string Stem;
  for (char C : All)
    if (isAlnum(C))
      Stem += toLower(C);
    else if (!Stem.empty() && Stem.back() != '-')
      Stem += '-';
  // File systems limit names to 255 bytes.
  return StringRef(Stem).take_front(120).rtrim('-').str();
}

Cpu udpc::hostCpu() {
  auto Info = MemoryBuffer::getFileAsStream("/proc/cpuinfo");
  return describeCpu(Info ? (*Info)->getBuffer() : StringRef(),
                     sys::getHostCPUName());
}
