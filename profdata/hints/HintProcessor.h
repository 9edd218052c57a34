//===- HintProcessor.h - The processors of hints ----------------*- C++ -*-===//
//
// What pays on one family of processors may cost on another, so hint files name
// the processors that the hints are for. As LLVM's readers have no field for
// that, it is a function of the profile that no program has, named after the
// family. The target of a call in it has the model's name.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_HINTPROCESSOR_H
#define UDPC_PROFDATA_HINTS_HINTPROCESSOR_H

#include "profdata/support/Cpu.h"
#include <map>

namespace udpc {

/// The name of a model by its family; "" if only the family is known.
using HintProcessors = std::map<CpuFamily, std::string>;

/// A function that no program has. A profile that contains it has keys of
/// operations (HintSet::HasOperationKeys). Files that name processors do not
/// need it: these are made by udpc, too.
constexpr llvm::StringLiteral OperationKeysFunction = "__udpc_keys";

/// "__udpc_processor_zen5".
std::string processorFunction(CpuFamily Family);
/// None if \p Function is no such name.
std::optional<CpuFamily> parseProcessorFunction(llvm::StringRef Function);
/// The same of the hash of a name (the low 64 bits of its MD5).
std::optional<CpuFamily> processorFunctionOfHash(uint64_t Hash);

/// The model's name as a target of calls: without spaces and colons, which
/// texts cannot have there. And back, as far as it can be told.
std::string processorTarget(llvm::StringRef CpuName);
std::string cpuNameOfTarget(llvm::StringRef Target);

/// "AMD Zen 5 (AMD EPYC)", several separated by commas.
std::string processorsText(const HintProcessors &Processors);

/// Why hints for \p Processors may not suit \p Here; "" if they do, or if it is
/// not known what they are for.
std::string processorMismatch(const HintProcessors &Processors,
                              const Cpu &Here);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTPROCESSOR_H
