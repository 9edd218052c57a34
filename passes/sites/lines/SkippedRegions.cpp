//===- SkippedRegions.cpp - Source without code, by function --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/SkippedRegions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

using Region = SkippedRegions::Region;

static SourceExtent extentOf(const Region &R) {
  return {R.LineStart, R.ColumnStart, R.LineEnd, R.ColumnEnd};
}

namespace {

struct LineRange {
  unsigned First = UINT_MAX, Last = 0;

  explicit LineRange(ArrayRef<Region> Regions) {
    for (const Region &R : Regions) {
      First = std::min(First, R.LineStart);
      Last = std::max(Last, R.LineEnd);
    }
  }
};

} // namespace

/// The extents of \p Extents that are within \p Lines.
static SmallVector<SourceExtent> within(ArrayRef<SourceExtent> Extents,
                                        LineRange Lines) {
  SmallVector<SourceExtent> Result;
  auto It = partition_point(Extents, [&](const SourceExtent &E) {
    return E.LineStart < Lines.First;
  });
  for (; It != Extents.end() && It->LineStart <= Lines.Last; ++It)
    if (It->LineEnd <= Lines.Last)
      Result.push_back(*It);
  return Result;
}

SkippedRegions::SkippedRegions(std::vector<SkippedSource> Given)
    : Inclusions(std::move(Given)) {
  for (auto [I, S] : enumerate(Inclusions))
    for (StringRef File : S.Files)
      ByFile[File].push_back(I);
}

/// The inclusion that \p InFile is from, among those with the given \p Numbers.
/// \p All regions of the function tell where it includes the file. Otherwise
/// inclusions are told apart by the code that #if leaves out of the function:
/// if that is the same in several, their other regions are as well. Null if the
/// regions are a macro's.
const SkippedSource *
SkippedRegions::inclusionOf(ArrayRef<Region> InFile, ArrayRef<Region> All,
                            ArrayRef<unsigned> Numbers) const {
  LineRange Lines(InFile);
  auto IsMacro = [&](unsigned I) {
    return any_of(Inclusions[I].Macros, [&](const auto &Macro) {
      return Macro.first <= Lines.First && Lines.Last <= Macro.second;
    });
  };
  if (any_of(Numbers, IsMacro))
    return nullptr;
  if (Numbers.size() == 1)
    return &Inclusions[Numbers.front()];

  auto Include = find_if(All, [&](const Region &R) {
    return R.Kind == Region::ExpansionRegion &&
           R.ExpandedFileID == InFile.front().FileID;
  });
  SmallVector<SourceExtent> Skipped;
  for (const Region &R : InFile)
    if (R.Kind == Region::SkippedRegion)
      Skipped.push_back(extentOf(R));
  // `if constexpr` skips regions as well.
  auto IsConditional = [&](const SourceExtent &E) {
    return any_of(Numbers, [&](unsigned I) {
      return binary_search(Inclusions[I].Conditionals, E);
    });
  };
  erase_if(Skipped, [&](const SourceExtent &E) { return !IsConditional(E); });
  sort(Skipped);
  for (unsigned I : Numbers) {
    if (Include != All.end() && (Inclusions[I].Line != Include->LineStart ||
                                 Inclusions[I].Column != Include->ColumnStart))
      continue;
    ArrayRef<SourceExtent> Out = Inclusions[I].Conditionals;
    // An inclusion that leaves out the function is another one.
    bool IsAround = any_of(Out, [&](const SourceExtent &E) {
      return E.LineStart < Lines.First && Lines.First < E.LineEnd;
    });
    if (!IsAround && within(Out, Lines) == Skipped)
      return &Inclusions[I];
  }
  return nullptr;
}

void SkippedRegions::addTo(std::vector<Region> &Regions,
                           ArrayRef<std::string> Files) const {
  std::vector<Region> Result;
  auto Begin = Regions.begin();
  // Regions are in the order of their files.
  while (Begin != Regions.end()) {
    unsigned ID = Begin->FileID;
    auto End = std::find_if(Begin, Regions.end(),
                            [&](const Region &R) { return R.FileID != ID; });
    ArrayRef<Region> InFile(&*Begin, End - Begin);
    Begin = End;
    auto Found = ID < Files.size() ? ByFile.find(Files[ID]) : ByFile.end();
    const SkippedSource *In = Found == ByFile.end()
                                  ? nullptr
                                  : inclusionOf(InFile, Regions, Found->second);
    if (!In) {
      append_range(Result, InFile);
      continue;
    }
    std::vector<Region> Others, Skipped;
    copy_if(InFile, std::back_inserter(Others), [&](const Region &R) {
      return R.Kind != Region::SkippedRegion ||
             !binary_search(In->Conditionals, extentOf(R));
    });
    for (const SourceExtent &E : within(In->Extents, LineRange(InFile)))
      Skipped.push_back(Region::makeSkipped(ID, E.LineStart, E.ColumnStart,
                                            E.LineEnd, E.ColumnEnd));
    // clang uses this order.
    std::merge(Others.begin(), Others.end(), Skipped.begin(), Skipped.end(),
               std::back_inserter(Result),
               [](const Region &A, const Region &B) {
                 return std::tuple(A.startLoc(), A.Kind) <
                        std::tuple(B.startLoc(), B.Kind);
               });
  }
  Regions = std::move(Result);
}
