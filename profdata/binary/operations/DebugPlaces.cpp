//===- DebugPlaces.cpp - Inline stacks of addresses -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/operations/DebugPlaces.h"
#include "profdata/binary/operations/SymbolNames.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;
using namespace udpc;

static uint32_t lineOffset(unsigned Line, unsigned StartLine) {
  return (Line - StartLine) & 0xffff;
}

static uint32_t baseDiscriminator(unsigned Discriminator) {
  return DILocation::getBaseDiscriminatorFromDiscriminator(
      Discriminator, /*IsFSDiscriminator=*/false);
}

static StringRef nameOf(const DWARFDie &Function) {
  return StringRef(Function.getSubroutineName(DINameKind::LinkageName));
}

/// Returns the scope of \p Stack, which has the innermost function first.
DebugPlaces::Scope &DebugPlaces::scopeOf(ArrayRef<DWARFDie> Stack) {
  // Queries come in address order, so old ranges are not needed again.
  constexpr size_t MaxKept = 1 << 16;
  if (Scopes.size() >= MaxKept)
    Scopes.clear();
  auto [It, IsNew] = Scopes.try_emplace(Stack.front().getDebugInfoEntry());
  Scope &S = It->second;
  if (!IsNew)
    return S;
  S.DebugName = nameOf(Stack.back()).str();
  S.HasKeys = true;
  for (size_t I = Stack.size(); I-- > 0;) {
    StringRef Name = nameOf(Stack[I]);
    S.StartLine = Stack[I].getDeclLine();
    // With line tables only, functions have no line.
    S.HasKeys &= S.StartLine && (!Name.empty() || I + 1 == Stack.size());
    KeyFrame &F = S.Frames.emplace_back();
    F.Function = Name.str();
    if (I == 0)
      break;
    uint32_t File = 0, Line = 0, Column = 0, Discriminator = 0;
    Stack[I - 1].getCallerFrame(File, Line, Column, Discriminator);
    F.LineOffset = lineOffset(Line, S.StartLine);
    F.Discriminator = baseDiscriminator(Discriminator);
  }
  S.nameFirst({});
  return S;
}

void DebugPlaces::Scope::nameFirst(ArrayRef<FunctionSymbol> New) {
  Symbols = New;
  Symbol = chooseSymbol(DebugName, Symbols);
  Frames.front().Function =
      compilersName(Symbol.empty() ? StringRef(DebugName) : Symbol).str();
}

const std::string &DebugPlaces::fileName(DWARFUnit &Unit,
                                         const DWARFDebugLine::LineTable &Lines,
                                         uint64_t Index) {
  auto [It, IsNew] = FileNames.try_emplace({&Lines, Index});
  StringRef Folder(Unit.getCompilationDir());
  if (IsNew &&
      !Lines.getFileNameByIndex(
          Index, Folder,
          DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, It->second))
    It->second.clear();
  return It->second;
}

DebugPlace DebugPlaces::at(uint64_t Address, ArrayRef<FunctionSymbol> Symbols) {
  DebugPlace Result;
  Result.Symbol = chooseSymbol("", Symbols);
  DWARFUnit *Unit = Context.getCompileUnitForCodeAddress(Address);
  if (!Unit)
    return Result;
  unsigned Discriminator = 0;
  if (const DWARFDebugLine::LineTable *Lines =
          Context.getLineTableForUnit(Unit)) {
    uint32_t Row =
        Lines->lookupAddress({Address, object::SectionedAddress::UndefSection});
    if (Row < Lines->Rows.size()) {
      Result.Line = Lines->Rows[Row].Line;
      Result.File = fileName(*Unit, *Lines, Lines->Rows[Row].File);
      Discriminator = Lines->Rows[Row].Discriminator;
    }
  }
  SmallVector<DWARFDie, 8> Stack;
  Unit->getInlinedChainForAddress(Address, Stack);
  if (Stack.empty())
    return Result;
  Result.Depth = Stack.size();
  Result.FunctionLine = Stack.back().getDeclLine();
  Scope &S = scopeOf(Stack);
  if (S.Symbols.data() != Symbols.data())
    S.nameFirst(Symbols);
  Result.Symbol = S.Symbol;
  if (!S.HasKeys || !Result.Line || S.Frames.front().Function.empty())
    return Result;
  Result.Key = MemoryOperationKey{S.Frames};
  KeyFrame &Innermost = Result.Key->Frames.back();
  Innermost.LineOffset = lineOffset(Result.Line, S.StartLine);
  Innermost.Discriminator = baseDiscriminator(Discriminator);
  return Result;
}
