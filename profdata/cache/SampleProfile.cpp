//===- SampleProfile.cpp - Sample profiles from exact counts --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/SampleProfile.h"
#include "profdata/hints/HintFile.h"
#include "profdata/hints/ProfileShape.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ProfileData/SampleProf.h"
#include "llvm/ProfileData/SampleProfWriter.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace llvm;
using namespace llvm::sampleprof;
using namespace udpc;

namespace {

/// The lines of a function, or of one inlined copy of a function.
struct LineCounts {
  using Place = std::pair<uint32_t, uint32_t>; ///< Line offset, discriminator.

  std::map<Place, uint64_t> Lines;
  /// The number of calls of each function at a place.
  std::map<Place, std::map<std::string, uint64_t>> Calls;
  std::map<std::pair<Place, std::string>, LineCounts> Inlined;

  void addCalls(Place At, const std::string &Callee, uint64_t Count);
  /// Adds the counts of another copy of the code.
  void add(const LineCounts &Other);
  /// Adds all counts to \p Samples. Returns their sum.
  uint64_t addTo(FunctionSamples &Samples, std::set<std::string> &Names) const;
};

struct FunctionCounts {
  uint64_t Entries = 0;
  LineCounts Counts;
};

} // namespace

void LineCounts::add(const LineCounts &Other) {
  for (const auto &[At, Count] : Other.Lines)
    Lines[At] = SaturatingAdd(Lines[At], Count);
  for (const auto &[At, Callees] : Other.Calls)
    for (const auto &[Callee, Count] : Callees)
      addCalls(At, Callee, Count);
  for (const auto &[Call, Callee] : Other.Inlined)
    Inlined[Call].add(Callee);
}

void LineCounts::addCalls(Place At, const std::string &Callee, uint64_t Count) {
  uint64_t &Sum = Calls[At][Callee];
  Sum = SaturatingAdd(Sum, Count);
}

uint64_t LineCounts::addTo(FunctionSamples &Samples,
                           std::set<std::string> &Names) const {
  uint64_t Sum = 0;
  for (const auto &[At, Count] : Lines) {
    Samples.addBodySamples(At.first, At.second, Count);
    Sum = SaturatingAdd(Sum, Count);
  }
  for (const auto &[At, Callees] : Calls)
    for (const auto &[Callee, Count] : Callees)
      Samples.addCalledTargetSamples(
          At.first, At.second, FunctionId(*Names.insert(Callee).first), Count);
  for (const auto &[Call, Callee] : Inlined) {
    FunctionId Name(*Names.insert(Call.second).first);
    FunctionSamples &In = Samples.functionSamplesAt(
        LineLocation(Call.first.first, Call.first.second))[Name];
    In.setFunction(Name);
    Sum = SaturatingAdd(Sum, Callee.addTo(In, Names));
  }
  Samples.setTotalSamples(Sum);
  return Sum;
}

/// Returns the counts of the code with the inline stack of \p Frame in \p
/// Function; null if a location has no line, or a line that sample profiles
/// cannot represent: the compiler keeps the low 16 bits of offsets.
static LineCounts *find(LineCounts &Function, const CostTable &Table,
                        uint32_t Frame) {
  std::vector<const abi::FrameRec *> Stack;
  for (uint32_t I = Frame; I != abi::NoIndex; I = Table.Frames[I].Parent)
    Stack.push_back(&Table.Frames[I]);
  if (any_of(Stack, [](const abi::FrameRec *F) {
        return !F->Line || F->LineOffset > UINT16_MAX;
      }))
    return nullptr;
  LineCounts *Counts = &Function;
  for (size_t I = Stack.size(); --I;)
    Counts = &Counts->Inlined[{
        {Stack[I]->LineOffset, abi::baseOf(Stack[I]->Discriminator)},
        Table.string(Stack[I - 1]->Function).str()}];
  return Counts;
}

/// Returns the calls in \p Function. Table.Callees is sorted by block.
static ArrayRef<abi::CalleeRec> calleesOf(const CostTable &Table,
                                          const abi::CodeRec &Function) {
  auto First = [&](uint32_t Block) {
    return llvm::lower_bound(
        Table.Callees, Block,
        [](const abi::CalleeRec &C, uint32_t B) { return C.Block < B; });
  };
  auto Begin = First(Function.FirstBlock);
  auto End = First(Function.FirstBlock + Function.NumBlocks);
  if (Begin >= End)
    return {};
  return ArrayRef(&*Begin, End - Begin);
}

/// Returns the functions of a profile, by symbol.
static StringSet<> functionsOf(const CacheProfile &Profile) {
  StringSet<> Functions;
  for (const CostTable &Table : Profile.Units)
    for (const abi::CodeRec &F : Table.Functions)
      Functions.insert(Table.string(F.Symbol));
  return Functions;
}

/// Adds a call if its callee is in \p Profiled. As in LLVM's tools, calls are
/// not multiplied by copies.
static void addCalls(LineCounts &Function, const CostTable &Table,
                     const abi::CalleeRec &Callee, uint64_t Times,
                     const StringSet<> &Profiled) {
  StringRef Symbol = Table.string(Callee.Symbol);
  if (!Times || !Callee.NumCalls || Callee.Frame == abi::NoIndex ||
      !Profiled.contains(Symbol))
    return;
  LineCounts *Counts = find(Function, Table, Callee.Frame);
  if (!Counts)
    return;
  const abi::FrameRec &At = Table.Frames[Callee.Frame];
  Counts->addCalls({At.LineOffset, abi::baseOf(At.Discriminator)},
                   functionInKeys(Symbol).str(),
                   SaturatingMultiply<uint64_t>(Times, Callee.NumCalls));
}

/// Returns the counts of one function of \p Table. \p Values are the unit's
/// values.
static FunctionCounts countsOf(const CostTable &Table,
                               const abi::CodeRec &Function,
                               ArrayRef<uint64_t> Values,
                               ArrayRef<abi::CalleeRec> Callees,
                               const StringSet<> &Profiled) {
  FunctionCounts Result;
  ArrayRef<abi::BlockRec> Blocks =
      ArrayRef(Table.Blocks).slice(Function.FirstBlock, Function.NumBlocks);
  auto TimesOf = [&](const abi::BlockRec &B) {
    return B.Value == abi::ZeroValue ? 0 : Values[B.Value];
  };
  if (!Blocks.empty())
    Result.Entries = TimesOf(Blocks.front());
  for (const abi::BlockRec &B : Blocks)
    for (const abi::CostRec &C : Table.costs(B)) {
      if (!C.Ir)
        continue;
      if (C.Frame == abi::NoIndex) {
        // The code at the beginning of a function has the function's line.
        if (Function.Line && Table.Lines[C.Line].Line == Function.Line)
          Result.Counts.Lines[{0, 0}] = Result.Entries;
        continue;
      }
      LineCounts *Counts = find(Result.Counts, Table, C.Frame);
      if (!Counts)
        continue;
      const abi::FrameRec &At = Table.Frames[C.Frame];
      uint64_t Times = SaturatingMultiply(
          TimesOf(B), uint64_t(abi::copiesOf(At.Discriminator)));
      uint64_t &Count =
          Counts->Lines[{At.LineOffset, abi::baseOf(At.Discriminator)}];
      Count = std::max(Count, Times);
    }
  for (const abi::CalleeRec &C : Callees)
    addCalls(Result.Counts, Table, C, TimesOf(Table.Blocks[C.Block]), Profiled);
  return Result;
}

Error udpc::writeSampleProfile(const CacheProfile &Profile,
                               const CacheProfileThread *Thread,
                               raw_ostream &OS) {
  std::map<std::string, FunctionCounts> Functions;
  StringSet<> Profiled = functionsOf(Profile);
  for (uint32_t Unit = 0; Unit != Profile.Units.size(); ++Unit) {
    const CostTable &Table = Profile.Units[Unit];
    std::vector<uint64_t> Values =
        Thread ? Profile.values(*Thread, Unit) : Profile.values(Unit);
    for (const abi::CodeRec &F : Table.Functions) {
      FunctionCounts Own =
          countsOf(Table, F, Values, calleesOf(Table, F), Profiled);
      // Copies in several units and functions of the same name are added up:
      // sample profiles have no files.
      FunctionCounts &All =
          Functions[functionInKeys(Table.string(F.Symbol)).str()];
      All.Entries = SaturatingAdd(All.Entries, Own.Entries);
      All.Counts.add(Own.Counts);
    }
  }
  SampleProfileMap Samples;
  std::set<std::string> Names;
  for (const auto &[Name, F] : Functions) {
    FunctionSamples Made;
    Made.setFunction(FunctionId(*Names.insert(Name).first));
    // LLVM treats a function without samples like a missing one.
    if (!F.Counts.addTo(Made, Names))
      continue;
    Made.setHeadSamples(F.Entries);
    Samples.create(Made.getContext()) = std::move(Made);
  }
  if (Samples.empty())
    return createStringError("no line of it was executed: compile with -gmlt "
                             "or -g");
  for (const std::string &Name : Names)
    if (!canBeInText(Name))
      return createStringError("no text can hold the function name '" +
                               shownLine(Name) + "'");
  SmallString<0> Bytes;
  std::unique_ptr<raw_ostream> Text =
      std::make_unique<raw_svector_ostream>(Bytes);
  auto Writer = SampleProfileWriter::create(Text, SPF_Text);
  if (std::error_code EC = Writer.getError())
    return createStringError(EC, EC.message());
  if (std::error_code EC = (*Writer)->write(Samples))
    return createStringError(EC, EC.message());
  // The name of the first function may look like the beginning of a file for
  // GCC.
  if (profileForm(Bytes) != ProfileForm::Text)
    return createStringError("no text can begin with the function name '" +
                             shownLine(Bytes.str().split(':').first) + "'");
  OS << Bytes;
  return Error::success();
}
