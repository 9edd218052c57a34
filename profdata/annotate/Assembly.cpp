//===- Assembly.cpp - The code of a function with its costs ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/Assembly.h"
#include "profdata/binary/CodeMap.h"
#include "profdata/binary/operations/SymbolNames.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

/// Returns "ns::Set::find" for "ns::Set::find(int) const".
static StringRef withoutParameters(StringRef Demangled) {
  // Skip the parentheses of "operator()" and "(anonymous namespace)::f".
  int Depth = 0;
  for (size_t I = Demangled.size(); I; --I) {
    Depth += Demangled[I - 1] == ')';
    Depth -= Demangled[I - 1] == '(';
    if (Demangled[I - 1] == '(' && !Depth)
      return I > 1 ? Demangled.take_front(I - 1) : Demangled;
  }
  return Demangled;
}

static bool isNamed(StringRef Symbol, StringRef Name) {
  if (Symbol == Name || compilersName(Symbol) == Name)
    return true;
  std::string Demangled = demangle(Symbol);
  return Demangled == Name || withoutParameters(Demangled) == Name ||
         shortFunctionName(compilersName(Symbol)) == Name;
}

static std::vector<FunctionSymbol> functionsNamed(BinaryOperations &Binary,
                                                  StringRef Name) {
  std::vector<FunctionSymbol> Found;
  ArrayRef<FunctionSymbol> Functions = Binary.functions();
  for (const FunctionSymbol &F : Functions)
    if (isNamed(F.Name, Name) &&
        // Aliases count once.
        (Found.empty() || Found.back().Begin != F.Begin))
      Found.push_back(F);
  return Found;
}

static Error noFunction(BinaryOperations &Binary, StringRef Name) {
  std::set<std::string> Alike;
  ArrayRef<FunctionSymbol> Functions = Binary.functions();
  for (const FunctionSymbol &F : Functions) {
    std::string Demangled = demangle(F.Name);
    StringRef Short = withoutParameters(Demangled);
    if (Short.contains_insensitive(Name) ||
        Short.edit_distance(Name, true, 3) < 3)
      Alike.insert(Short.str());
  }
  std::string Text;
  for (const std::string &Other : Alike) {
    if (Text.size() > 200) {
      Text += ", ...";
      break;
    }
    Text += (Text.empty() ? "; alike: " : ", ") + Other;
  }
  return createStringError("no function '" + Name + "'" + Text);
}

namespace {

/// Finds the costs of lines in the code of one function.
class LineCosts {
public:
  LineCosts(const CostSheet &Sheet, const std::set<std::string> &Names)
      : Sheet(Sheet), Names(Names) {}
  AssemblyLine at(StringRef File, unsigned Line) const;

private:
  const CostSheet::File *fileOf(StringRef File, std::string &Name) const;

  const CostSheet &Sheet;
  /// The function's possible names in the sheet.
  const std::set<std::string> &Names;
};

} // namespace

static std::set<std::string> namesOf(StringRef Symbol) {
  std::set<std::string> Names;
  for (StringRef S : {Symbol, compilersName(Symbol)}) {
    std::string Demangled = demangle(S);
    Names.insert({S.str(), Demangled, withoutParameters(Demangled).str()});
  }
  return Names;
}

const CostSheet::File *LineCosts::fileOf(StringRef File,
                                         std::string &Name) const {
  auto Found = Sheet.Files.find(File.str());
  if (Found == Sheet.Files.end()) {
    // The name was changed, or comes from Valgrind and is relative. Take the
    // file with the longest common suffix of folders.
    size_t Longest = 0;
    for (auto It = Sheet.Files.begin(); It != Sheet.Files.end(); ++It)
      for (StringRef Other : It->second.Originals) {
        Other.consume_front("./");
        if (Other.size() > Longest &&
            (File == Other || File.ends_with(("/" + Other).str()) ||
             Other.ends_with(("/" + File).str()))) {
          Longest = Other.size();
          Found = It;
        }
      }
  }
  if (Found == Sheet.Files.end())
    return nullptr;
  Name = Found->first;
  return &Found->second;
}

AssemblyLine LineCosts::at(StringRef File, unsigned Line) const {
  AssemblyLine Result;
  const CostSheet::File *InSheet = fileOf(File, Result.File);
  if (!InSheet)
    return Result;
  for (const std::string &Name : Names) {
    auto Function = InSheet->Functions.find(Name);
    if (Function == InSheet->Functions.end())
      continue;
    auto Found = Function->second.find(Line);
    if (Found != Function->second.end())
      CostSheet::addTo(Result.Counts, Found->second);
  }
  return Result;
}

/// Returns the counts of \p C for the events of \p Sheet.
static CostSheet::Counts ofSheet(const CostSheet &Sheet, const CostCounts &C) {
  CostSheet::Counts Counts(Sheet.numRecorded());
  for (auto [Name, N] : zip(abi::CostEventNames, C)) {
    size_t Event = Sheet.eventIndex(Name);
    if (Event < Counts.size())
      Counts[Event] = values::limited(N);
  }
  Sheet.derive(Counts);
  return Counts;
}

static void addOperationCosts(Assembly &Code, ArrayRef<BinaryOperation> Read,
                              const CostSheet &Sheet,
                              const OperationCosts &Operations) {
  // The instructions of each key, in code order.
  std::map<std::pair<MemoryOperationKey, bool>, std::vector<size_t>> ByKey;
  for (auto [I, Op] : enumerate(Read))
    if (Op.Key)
      ByKey[{*Op.Key, Op.MayStore && !Op.MayLoad}].push_back(I);
  for (const auto &[Key, Indices] : ByKey) {
    ArrayRef<CostCounts> Costs = Operations.find(Key.first, Key.second);
    if (Costs.empty())
      continue;
    bool OneEach = Costs.size() == Indices.size();
    CostSheet::Counts Sum(Sheet.numEvents());
    for (const CostCounts &C : Costs)
      CostSheet::addTo(Sum, ofSheet(Sheet, C));
    for (auto [Place, I] : enumerate(Indices)) {
      AssemblyInstruction &Instruction = Code.Instructions[I];
      Instruction.Counts = OneEach ? ofSheet(Sheet, Costs[Place]) : Sum;
      Instruction.Sharing = OneEach ? 1 : Indices.size();
    }
  }
}

static Expected<Assembly> readFunction(BinaryOperations &Binary,
                                       const FunctionSymbol &F,
                                       const CostSheet &Sheet,
                                       const OperationCosts &Operations) {
  Assembly Code;
  Code.Symbol = F.Name.str();
  Code.Begin = F.Begin;
  Code.End = F.End;
  Code.Names = namesOf(F.Name);
  LineCosts Costs(Sheet, Code.Names);
  std::vector<BinaryOperation> Read;
  Error Failed = Binary.forEachInstruction(
      F.Begin, F.End, [&](const BinaryOperation &Op, bool HasMemoryOperand) {
        Read.push_back(Op);
        if (Op.FunctionLine)
          Code.Start = Op.FunctionLine;
        if (Op.IsOwnCode && Op.Line &&
            (!Code.FirstLine || Op.Line < Code.FirstLine))
          Code.FirstLine = Op.Line;
        if (!HasMemoryOperand)
          Read.back().Key.reset();
        Code.Instructions.emplace_back();
        AssemblyInstruction &I = Code.Instructions.back();
        I.Address = Op.Address;
        I.Text = Op.Assembly;
        I.File = Op.File;
        I.Line = Op.Line;
        Code.Lines.try_emplace({Op.File, Op.Line}, Costs.at(Op.File, Op.Line));
      });
  if (Failed)
    return std::move(Failed);
  addOperationCosts(Code, Read, Sheet, Operations);
  return Code;
}

Expected<std::vector<Assembly>>
udpc::assemblyOf(BinaryOperations &Binary, StringRef Name,
                 const CostSheet &Sheet, const OperationCosts &Operations) {
  std::vector<Assembly> All;
  std::vector<FunctionSymbol> Functions = functionsNamed(Binary, Name);
  for (const FunctionSymbol &F : Functions) {
    Expected<Assembly> Code = readFunction(Binary, F, Sheet, Operations);
    if (!Code)
      return Code.takeError();
    All.push_back(std::move(*Code));
  }
  if (All.empty())
    return noFunction(Binary, Name);
  return All;
}
