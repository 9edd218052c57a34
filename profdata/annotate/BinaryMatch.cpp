//===- BinaryMatch.cpp - Detects a binary that was not profiled -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/BinaryMatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;
using namespace udpc;

void BinaryMatch::add(const CacheProfile &Profile) {
  for (const CostTable &Table : Profile.Units)
    for (const abi::CodeRec &Code : Table.Functions)
      if (Code.Line)
        Starts[Table.string(Code.Symbol).str()].insert(Code.Line);
}

std::string BinaryMatch::whyMoved(const Assembly &Function) const {
  auto Found = Starts.find(Function.Symbol);
  if (Found == Starts.end() || !Function.Start ||
      Found->second.count(Function.Start))
    return "";
  std::string Why = "'" + demangle(Function.Symbol) + "' begins at another " +
                    "line of the source than when it was profiled";
  if (Found->second.size() != 1)
    return Why;
  int Later = static_cast<int16_t>(Function.Start - *Found->second.begin());
  return "'" + demangle(Function.Symbol) + "' begins " +
         std::to_string(std::abs(Later)) +
         (std::abs(Later) == 1 ? " line " : " lines ") +
         (Later > 0 ? "later" : "earlier") +
         " in the source than when it was profiled";
}

/// Formats a list of lines; long lists as "7, 9, ...".
static std::string listOf(const std::set<uint32_t> &Lines) {
  constexpr size_t Most = 5;
  std::string Text;
  for (auto [I, Line] : enumerate(Lines)) {
    if (I == Most)
      return Text + ", ...";
    Text += (I ? ", " : "") + std::to_string(Line);
  }
  return Text;
}

std::string BinaryMatch::mismatchReason(ArrayRef<Assembly> Functions,
                                        const CostSheet &Sheet) const {
  for (const Assembly &F : Functions)
    if (std::string Why = whyMoved(F); !Why.empty())
      return Why;
  // Lines with code, by the file names of the sheet.
  std::map<std::string, std::set<uint32_t>> Code;
  std::set<std::string> Names;
  for (const Assembly &F : Functions) {
    Names.insert(F.Names.begin(), F.Names.end());
    for (const auto &[Place, Line] : F.Lines)
      if (!Line.File.empty())
        Code[Line.File].insert(Place.second);
  }
  // In profiled code, the entry code precedes the first line.
  auto IsHead = [&](uint32_t Line) {
    return any_of(Functions, [Line](const Assembly &F) {
      return F.Start <= Line && Line < F.FirstLine;
    });
  };
  std::string Called = demangle(Functions.front().Symbol);
  bool HasCosts = false, HasLines = false, HasBoth = false;
  for (const auto &[FileName, File] : Sheet.Files) {
    std::set<uint32_t> Missing;
    auto InCode = Code.find(FileName);
    for (const std::string &Name : Names) {
      auto Function = File.Functions.find(Name);
      if (Function == File.Functions.end())
        continue;
      for (const auto &[Line, Counts] : Function->second) {
        if (all_of(Counts, [](int64_t N) { return N == 0; }))
          continue;
        HasCosts = true;
        // Code without a line may be anywhere.
        if (!Line)
          continue;
        HasLines = true;
        if (InCode != Code.end() && InCode->second.count(Line))
          HasBoth = true;
        else if (!IsHead(Line))
          Missing.insert(Line);
      }
    }
    // A file without code here may belong to another function of this name, in
    // a library.
    if (InCode != Code.end() && !Missing.empty())
      return "'" + Called + "' has costs in " + FileName +
             (Missing.size() == 1 ? ", line " : ", lines ") + listOf(Missing) +
             ", where it has no code here";
  }
  if (!HasCosts)
    return "the profile has no costs of '" + Called +
           "': it was not run, or inlined wherever it was";
  if (HasLines && !HasBoth)
    return "no line of '" + Called + "' has both costs and code";
  return "";
}
