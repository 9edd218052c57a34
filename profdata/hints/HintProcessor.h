//===- HintProcessor.h - The processors of hints ----------------*- C++ -*-===//
//
// Hints that help one family of processors may harm another, so hint files name
// the processors that their hints are for. LLVM's format has no field for this,
// so the profile contains a function that no program has, named after the
// family. A call target in it is the model's name. Used by HintFile and the
// commands on hints.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_HINTPROCESSOR_H
#define UDPC_PROFDATA_HINTS_HINTPROCESSOR_H

#include "profdata/support/Cpu.h"
#include <map>

namespace udpc {

/// Model names by family; "" if only the family is known.
using HintProcessors = std::map<CpuFamily, std::string>;

/// The name of a function that no program has. A profile that contains it has
/// keys of operations (HintSet::HasOperationKeys). Files that name processors
/// do not need it, since they are always made by udpc.
constexpr llvm::StringLiteral OperationKeysFunction = "__udpc_keys";

/// Returns the function for a family: "__udpc_processor_zen5".
std::string processorFunction(CpuFamily Family);
/// Parses a result of processorFunction(). None for other names.
std::optional<CpuFamily> parseProcessorFunction(llvm::StringRef Function);
/// Like parseProcessorFunction, for the hash of a name (the low 64 bits of its
/// MD5).
std::optional<CpuFamily> processorFunctionOfHash(uint64_t Hash);

/// Convert between a model's name and a call target. Targets have '_' in place
/// of spaces, colons and other characters that texts cannot contain there, and
/// cpuNameOfTarget turns every '_' into a space.
std::string processorTarget(llvm::StringRef CpuName);
std::string cpuNameOfTarget(llvm::StringRef Target);

/// Returns "AMD Zen 5 (AMD EPYC)"; several are separated by commas.
std::string processorsText(const HintProcessors &Processors);

/// Returns why hints for \p Processors may not suit \p Here; "" if they do, or
/// if their processors are unknown.
std::string processorMismatch(const HintProcessors &Processors,
                              const Cpu &Here);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTPROCESSOR_H
