//===- Cpu.h - The processor that a program runs on -------------*- C++ -*-===//
//
// Identifies processors, so that hints and calibrations are used on similar
// ones only. Used by calibration/ and hints/.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_SUPPORT_CPU_H
#define UDPC_PROFDATA_SUPPORT_CPU_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace udpc {

/// Processors whose caches, prefetches and prefetchers behave alike, so that
/// hints measured on one suit the others.
enum class CpuFamily {
  Generic,
  IntelClient,
  /// Skylake to Ice Lake: the last level does not contain the lines of L2.
  IntelServer,
  SapphireRapids, ///< Also Emerald, Granite and Diamond Rapids.
  Zen2,
  Zen3,
  Zen4,
  Zen5,
  NeoverseN1,
  NeoverseV1, ///< Also V2 and V3.
  NeoverseN2, ///< Also N3.
};
constexpr unsigned NumCpuFamilies = 11;

/// Returns the name of a family in files: "generic", "intel-client",
/// "intel-server", "sapphire-rapids", "zen2" to "zen5", "neoverse-n1",
/// "neoverse-v1" or "neoverse-n2".
llvm::StringRef cpuFamilyWord(CpuFamily Family);
std::optional<CpuFamily> cpuFamilyOf(llvm::StringRef Word);
/// Returns the name of a family in messages: "AMD Zen 5".
llvm::StringRef cpuFamilyTitle(CpuFamily Family);

/// One processor model.
struct Cpu {
  /// The values in /proc/cpuinfo: "AuthenticAMD", 26, 2; on Arm the
  /// implementer, "0x41", 8 and the part; on RISC-V mvendorid, 0 and the low 32
  /// bits of marchid. "" and 0 if missing.
  std::string Vendor;
  uint32_t Family = 0, Model = 0;
  /// The model's name, "AMD EPYC 9575F 64-Core Processor"; if there is none,
  /// LLVM's name of the processor.
  std::string Name;
  CpuFamily Kind = CpuFamily::Generic;

  bool operator==(const Cpu &R) const {
    return Vendor == R.Vendor && Family == R.Family && Model == R.Model &&
           Name == R.Name;
  }
  /// Returns the vendor, family, model and name as a part of a file name:
  /// lower-case letters, digits and hyphens.
  std::string fileStem() const;
};

/// Returns the first processor in \p Info, the text of /proc/cpuinfo, which
/// LLVM calls \p LLVMName ("znver5", as by sys::getHostCPUName()). If an
/// instruction set contradicts the model number, which hypervisors can choose,
/// the instruction set decides the family.
Cpu describeCpu(llvm::StringRef Info, llvm::StringRef LLVMName);

/// Returns the family of the processor that LLVM calls \p LLVMName.
CpuFamily familyOfLLVMName(llvm::StringRef LLVMName);

/// Returns the processor that this process runs on.
Cpu hostCpu();

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_CPU_H
