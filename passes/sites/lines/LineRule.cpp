//===- LineRule.cpp - Regions that decide a line's count ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/LineRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ProfileData/Coverage/CoverageMappingReader.h"
#include "llvm/ProfileData/InstrProfReader.h"
#include "llvm/ProfileData/InstrProfWriter.h"

using namespace llvm;
using namespace llvm::coverage;
using namespace udpc;

static constexpr StringLiteral FileName = "file";
static constexpr StringLiteral FunctionName = "function";
static constexpr uint64_t FunctionHash = 1;

namespace {

/// Provides one function with all regions of the file, counter I for region I.
class OneFunctionReader : public CoverageMappingReader {
public:
  explicit OneFunctionReader(ArrayRef<SourceRegion> Source) {
    for (auto [I, R] : enumerate(Source)) {
      Counter C = R.Kind == CounterMappingRegion::SkippedRegion
                      ? Counter::getZero()
                      : Counter::getCounter(I);
      CounterMappingRegion Region(C, /*FileID=*/0, /*ExpandedFileID=*/0,
                                  R.LineStart, R.ColumnStart, R.LineEnd,
                                  R.ColumnEnd, R.Kind);
      // The target of an expansion does not matter here.
      if (R.Kind == CounterMappingRegion::ExpansionRegion)
        Region.ExpandedFileID = 1;
      Regions.push_back(Region);
    }
  }

  Error readNextRecord(CoverageMappingRecord &Record) override {
    if (Done)
      return make_error<CoverageMapError>(coveragemap_error::eof);
    Done = true;
    Record = {FunctionName, FunctionHash, Files, {}, Regions};
    return Error::success();
  }

private:
  bool Done = false;
  StringRef Files[2] = {FileName, "expansion"};
  std::vector<CounterMappingRegion> Regions;
};

} // namespace

/// A profile in which region I has run I + 1 times.
static Expected<std::unique_ptr<IndexedInstrProfReader>>
numberedProfile(size_t NumRegions) {
  std::vector<uint64_t> Counts(NumRegions);
  for (size_t I = 0; I != NumRegions; ++I)
    Counts[I] = I + 1;
  InstrProfWriter Writer;
  Error Failed = Error::success();
  Writer.addRecord(
      {FunctionName, FunctionHash, std::move(Counts)},
      [&](Error E) { Failed = joinErrors(std::move(Failed), std::move(E)); });
  if (Failed)
    return std::move(Failed);
  return IndexedInstrProfReader::create(Writer.writeBuffer(), nullptr);
}

static std::optional<unsigned> regionOf(const CoverageSegment &S) {
  if (!S.HasCount || !S.Count)
    return std::nullopt;
  return S.Count - 1;
}

Expected<LineRule> LineRule::compute(ArrayRef<SourceRegion> Source) {
  LineRule Rule;
  if (Source.empty())
    return Rule;
  auto Profile = numberedProfile(Source.size());
  if (!Profile)
    return Profile.takeError();
  std::vector<std::unique_ptr<CoverageMappingReader>> Readers;
  Readers.push_back(std::make_unique<OneFunctionReader>(Source));
  std::optional<std::reference_wrapper<IndexedInstrProfReader>> ProfileRef(
      **Profile);
  auto Mapping = CoverageMapping::load(Readers, ProfileRef);
  if (!Mapping)
    return Mapping.takeError();

  CoverageData Data = (*Mapping)->getCoverageForFile(FileName);
  if (Data.empty())
    return Rule;
  for (const CoverageSegment &S : Data)
    Rule.Segments[{S.Line, S.Col}] = regionOf(S);
  // getLineCoverageStats() is not used: its iterator holds the list that the
  // current line's segments refer to, so the first line of a copy, which a
  // range-based loop makes, refers to freed memory.
  LineCoverageIterator It(Data);
  for (LineCoverageIterator End = It.getEnd(); It != End; ++It) {
    const LineCoverageStats &Line = *It;
    if (!Line.isMapped())
      continue;
    std::vector<unsigned> &Regions = Rule.Lines[Line.getLine()];
    // LineCoverageStats takes the largest of exactly these.
    if (const CoverageSegment *Wrapped = Line.getWrappedSegment())
      if (auto R = regionOf(*Wrapped))
        Regions.push_back(*R);
    for (const CoverageSegment *S : Line.getLineSegments())
      if (S->IsRegionEntry && !S->IsGapRegion)
        if (auto R = regionOf(*S))
          Regions.push_back(*R);
    sort(Regions);
    Regions.erase(llvm::unique(Regions), Regions.end());
  }
  return Rule;
}

std::optional<unsigned> LineRule::regionAt(unsigned Line,
                                           unsigned Column) const {
  auto It = Segments.upper_bound({Line, Column});
  return It == Segments.begin() ? std::nullopt : std::prev(It)->second;
}
