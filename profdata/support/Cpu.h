//===- Cpu.h - The processor that a program runs on -------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_SUPPORT_CPU_H
#define UDPC_PROFDATA_SUPPORT_CPU_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace udpc {

/// Processors whose caches, prefetches and prefetchers behave alike, so that
/// hints measured on one are good for the others.
enum class CpuFamily {
  Generic,
  IntelClient,
  /// Skylake to Ice Lake: the last level does not have what L2 has.
  IntelServer,
  SapphireRapids, ///< And Emerald, Granite and Diamond Rapids.
  Zen2,
  Zen3,
  Zen4,
  Zen5,
  NeoverseN1,
  NeoverseV1, ///< And V2, V3.
  NeoverseN2, ///< And N3.
};
constexpr unsigned NumCpuFamilies = 11;

/// "generic", "intel-client", "intel-server", "sapphire-rapids", "zen2" to
/// "zen5", "neoverse-n1", "neoverse-v1", "neoverse-n2": in files.
llvm::StringRef cpuFamilyWord(CpuFamily Family);
std::optional<CpuFamily> cpuFamilyOf(llvm::StringRef Word);
/// "AMD Zen 5", in messages.
llvm::StringRef cpuFamilyTitle(CpuFamily Family);

struct Cpu {
  /// As /proc/cpuinfo has them: "AuthenticAMD", 26, 2; on Arm the implementer,
  /// "0x41", 8 and the part; on RISC-V mvendorid, 0 and the low 32 bits of
  /// marchid. "" and 0 if it has none.
  std::string Vendor;
  uint32_t Family = 0, Model = 0;
  /// The model's name, "AMD EPYC 9575F 64-Core Processor"; LLVM's name of the
  /// processor if there is none.
  std::string Name;
  CpuFamily Kind = CpuFamily::Generic;

  bool operator==(const Cpu &R) const {
    return Vendor == R.Vendor && Family == R.Family && Model == R.Model &&
           Name == R.Name;
  }
  /// The vendor, family, model and name as part of a file name: lower-case
  /// letters, digits and hyphens.
  std::string fileStem() const;
};

/// The processor that /proc/cpuinfo, \p Info, describes, which LLVM calls
/// \p LLVMName ("znver5", as sys::getHostCPUName() has it). The first one of
/// several. Where an instruction set contradicts the model number, which
/// hypervisors can choose, the instruction set decides the family.
Cpu describeCpu(llvm::StringRef Info, llvm::StringRef LLVMName);

/// The family of the processor that LLVM calls \p LLVMName.
CpuFamily familyOfLLVMName(llvm::StringRef LLVMName);

/// The processor that this process runs on.
Cpu hostCpu();

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_CPU_H
