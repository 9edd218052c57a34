//===- HintProcessor.cpp - The processors of hints ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintProcessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"
#include <algorithm>

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral Prefix = "__udpc_processor_";

std::string udpc::processorFunction(CpuFamily Family) {
  return (Prefix + cpuFamilyWord(Family)).str();
}

std::optional<CpuFamily> udpc::parseProcessorFunction(StringRef Function) {
  return Function.consume_front(Prefix) ? cpuFamilyOf(Function) : std::nullopt;
}

std::optional<CpuFamily> udpc::processorFunctionOfHash(uint64_t Hash) {
  for (unsigned I = 0; I != NumCpuFamilies; ++I)
    if (MD5Hash(processorFunction(CpuFamily(I))) == Hash)
      return CpuFamily(I);
  return std::nullopt;
}

std::string udpc::processorTarget(StringRef CpuName) {
  std::string Target = CpuName.str();
  std::replace_if(
      Target.begin(), Target.end(),
      [](char C) { return !isPrint(C) || C == ' ' || C == ':'; }, '_');
  return Target;
}

std::string udpc::cpuNameOfTarget(StringRef Target) {
  std::string Name = Target.str();
  std::replace(Name.begin(), Name.end(), '_', ' ');
  return Name;
}

std::string udpc::processorsText(const HintProcessors &Processors) {
  return join(map_range(Processors,
                        [](const auto &P) {
                          std::string Text = cpuFamilyTitle(P.first).str();
                          return P.second.empty()
                                     ? Text
                                     : Text + " (" + P.second + ")";
                        }),
              ", ");
}

std::string udpc::processorMismatch(const HintProcessors &Processors,
                                    const Cpu &Here) {
  if (Processors.empty())
    return "";
  auto It = Processors.find(Here.Kind);
  // Processors of unknown families match only if their names are equal.
  if (It != Processors.end() &&
      (Here.Kind != CpuFamily::Generic || It->second.empty() ||
       It->second == cpuNameOfTarget(processorTarget(Here.Name))))
    return "";
  return "the hints are for " + processorsText(Processors) +
         ", and this processor is " + processorsText({{Here.Kind, Here.Name}}) +
         ": other distances and types may pay here; measure again with `udpc "
         "prefetch-loop`";
}
