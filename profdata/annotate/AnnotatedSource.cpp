//===- AnnotatedSource.cpp - A source file with its costs -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/AnnotatedSource.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

std::vector<ShownLines> udpc::regionsOf(const CostSheet::Lines &Lines,
                                        uint32_t Context, uint32_t NumLines) {
  std::vector<ShownLines> Regions;
  for (const auto &[Line, Counts] : Lines) {
    uint32_t First = Line > Context ? Line - Context : 1;
    uint32_t Last = NumLines - Line < Context ? NumLines : Line + Context;
    // A gap of one line would not be shorter than its separator.
    if (!Regions.empty() && First <= Regions.back().Last + 2)
      Regions.back().Last = Last;
    else
      Regions.push_back({First <= 2 ? 1 : First, Last});
  }
  if (!Regions.empty() && Regions.back().Last + 1 == NumLines)
    Regions.back().Last = NumLines;
  return Regions;
}

/// Reads the text of \p Source.
static void findText(AnnotatedSource &Source, const SourceOptions &Options) {
  for (const std::string &Original : Source.Originals) {
    std::optional<SourceText> Text =
        Original == "???" ? std::nullopt
                          : SourceText::find(Original, Options.Folders);
    if (!Text) {
      Source.What = AnnotatedSource::NotFound;
      Source.Text.reset();
      return;
    }
    if (!Source.Text) {
      Source.Text = std::move(Text);
    } else if (!Source.Text->isSame(*Text)) {
      Source.What = AnnotatedSource::Different;
      Source.Text.reset();
      return;
    }
  }
  Source.What = AnnotatedSource::Annotated;
}

AnnotatedSource udpc::annotateSource(const CostSheet &Sheet, StringRef File,
                                     const SourceOptions &Options) {
  AnnotatedSource Source;
  Source.File = File.str();
  Source.Total.resize(Sheet.numEvents());
  const CostSheet::File &InSheet = Sheet.Files.at(Source.File);
  Source.Originals.assign(InSheet.Originals.begin(), InSheet.Originals.end());
  for (const auto &[Function, Lines] : InSheet.Functions)
    for (const auto &[Line, Counts] : Lines) {
      CostSheet::addTo(Source.Total, Counts);
      CentreCounts<int64_t> &Sum = Source.Lines[Line];
      Sum.addCode(Counts.Impossible);
      CostSheet::addTo(Sum, Counts);
    }
  findText(Source, Options);
  if (auto Zero = Source.Lines.extract(0))
    Source.Unknown = std::move(Zero.mapped());
  if (!Source.Text)
    return Source;
  uint32_t NumLines = Source.Text->numLines();
  for (auto It = Source.Lines.upper_bound(NumLines);
       It != Source.Lines.end();) {
    Source.Bogus.insert(*It);
    It = Source.Lines.erase(It);
  }
  Source.Regions = regionsOf(Source.Lines, Options.Context, NumLines);
  for (const ProfileTime &Profile : Options.Profiles)
    if (Source.NewerThan.empty() && Source.Text->Written > Profile.Written)
      Source.NewerThan = Profile.Name;
  return Source;
}
