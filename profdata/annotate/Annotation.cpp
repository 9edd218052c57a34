//===- Annotation.cpp - Selects and computes an annotation ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/Annotation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

/// Returns the files of \p Sheet that \p Wanted names.
static std::vector<std::string> filesNamed(const CostSheet &Sheet,
                                           StringRef Wanted) {
  std::vector<std::string> Names;
  if (Sheet.Files.count(Wanted.str()))
    return {Wanted.str()};
  for (const auto &[Name, F] : Sheet.Files)
    if (StringRef(Name).ends_with(("/" + Wanted).str()))
      Names.push_back(Name);
  return Names;
}

static void cover(Coverage &Covered, const AnnotatedSource &Source) {
  auto Add = [&](Coverage::Kind Kind, ArrayRef<int64_t> Counts) {
    CostSheet::addTo(Covered.Counts[Kind], Counts);
  };
  if (Source.What != AnnotatedSource::Annotated) {
    Add(Source.What == AnnotatedSource::NotFound ? Coverage::NotFound
                                                 : Coverage::Different,
        Source.Total);
    return;
  }
  for (const auto &[Line, Counts] : Source.Lines)
    Add(Coverage::Annotated, Counts);
  for (const auto &[Line, Counts] : Source.Bogus)
    Add(Coverage::NoLine, Counts);
  Add(Coverage::NoLine, Source.Unknown);
}

Expected<Annotation> Annotation::compute(CostSheet Sheet,
                                         AnnotationOptions Options) {
  Annotation A;
  A.Sheet = std::move(Sheet);
  A.Options = std::move(Options);
  A.Files = summarize(A.Sheet, SummaryBy::File, A.Options.Order);
  A.Functions = summarize(A.Sheet, SummaryBy::Function, A.Options.Order);
  if (!A.Options.Annotate)
    return A;

  std::set<std::string> Names;
  for (const SummaryGroup &Group : A.Files)
    if (Group.Name != UnknownFile)
      Names.insert(Group.Name);
  for (const std::string &Wanted : A.Options.Files) {
    std::vector<std::string> Found = filesNamed(A.Sheet, Wanted);
    if (Found.empty())
      return createStringError("the profile has no file '" + Wanted + "'");
    Names.insert(Found.begin(), Found.end());
  }

  for (CostSheet::Counts &C : A.Covered.Counts)
    C.resize(A.Sheet.numEvents());
  for (const auto &[Name, F] : A.Sheet.Files) {
    if (Names.count(Name)) {
      A.Sources.push_back(annotateSource(A.Sheet, Name, A.Options.Sources));
      cover(A.Covered, A.Sources.back());
      continue;
    }
    Coverage::Kind Kind = Name == udpc::UnknownFile ? Coverage::UnknownFile
                                                    : Coverage::BelowThreshold;
    for (const auto &[Function, Lines] : F.Functions)
      for (const auto &[Line, Counts] : Lines)
        CostSheet::addTo(A.Covered.Counts[Kind], Counts);
  }
  return A;
}
