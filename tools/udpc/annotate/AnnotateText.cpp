//===- AnnotateText.cpp - Writes annotations as text ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotateText.h"
#include "tools/udpc/output/CountColumns.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

StringRef udpc::coverageText(unsigned Kind) {
  switch (Kind) {
  case Coverage::Annotated:
    return "annotated: lines known";
  case Coverage::NoLine:
    return "annotated: lines unknown or beyond the end of the file";
  case Coverage::Different:
    return "unannotated: sources of one name that are not the same";
  case Coverage::NotFound:
    return "unannotated: sources not found";
  case Coverage::BelowThreshold:
    return "unannotated: files below the threshold";
  case Coverage::UnknownFile:
    return "unannotated: files unknown";
  default:
    llvm_unreachable("no kind of coverage");
  }
}

std::string udpc::newerText(const AnnotatedSource &Source) {
  return "it is newer than " + Source.NewerThan +
         ": lines may have moved since";
}

std::string udpc::bogusText(const AnnotatedSource &Source) {
  return "the file has only " + std::to_string(Source.Text->numLines()) +
         " lines, and the profile has costs of lines after them";
}

StringRef udpc::sourceState(AnnotatedSource::State What) {
  switch (What) {
  case AnnotatedSource::Annotated:
    return "annotated";
  case AnnotatedSource::NotFound:
    return "not found";
  case AnnotatedSource::Different:
    return "different";
  }
  llvm_unreachable("no state of a source");
}

static std::string unprofiledText(const UnprofiledCalls &Calls) {
  constexpr size_t Shown = 5;
  std::string Text = grouped(Calls.unprofiled()) + " of " +
                     grouped(Calls.all()) + " calls left the profiled code";
  auto Callees = Calls.sorted();
  for (const auto &[I, Callee] : enumerate(ArrayRef(Callees).take_front(Shown)))
    Text += (I ? ", " : ": ") + Callee.first + " " + grouped(Callee.second);
  if (Callees.size() > Shown)
    Text += ", " + std::to_string(Callees.size() - Shown) + " more (--json)";
  return Text + "; " + grouped(Calls.throughPointers()) +
         " went through pointers";
}

static std::string withoutCallsText(const UnprofiledCalls &Calls) {
  std::string Text;
  raw_string_ostream(Text) << format(
      "%.1f%% of Ir, in code whose calls were not recorded: no part of "
      "others' inclusive costs",
      100.0 * Calls.instructionsWithoutCalls() / Calls.instructions());
  return Text;
}

static std::string timeText(const UnprofiledCalls &Calls) {
  std::string Text;
  raw_string_ostream(Text)
      << format("%.1f%% of ",
                100.0 * Calls.unprofiledSamples() / Calls.timeSamples())
      << grouped(Calls.timeSamples())
      << " samples of CPU time are in libraries without a profile";
  return Text;
}

std::vector<std::pair<std::string, std::string>>
udpc::annotationFacts(const Annotation &A, ArrayRef<std::string> Profiles) {
  const CostSheet &Sheet = A.Sheet;
  auto EventNames = [&](ArrayRef<size_t> Events) {
    return join(map_range(Events, [&](size_t E) { return Sheet.Events[E]; }),
                " ");
  };
  std::vector<std::pair<std::string, std::string>> Facts;
  for (auto [I, Profile] : enumerate(Profiles))
    Facts.push_back({!Sheet.IsDifference ? "Profile"
                     : I                 ? "New profile"
                                         : "Old profile",
                     Profile});
  for (const std::string &Description : Sheet.Descriptions) {
    auto [Name, Text] = StringRef(Description).split(':');
    Facts.push_back({Name.str(), Text.trim().str()});
  }
  for (auto [I, Command] : enumerate(Sheet.Commands))
    Facts.push_back({!Sheet.IsDifference ? "Command"
                     : I                 ? "New command"
                                         : "Old command",
                     Command});
  auto AddMissing = [&](const char *Name, const std::string &Text) {
    Facts.push_back({Name, (Sheet.IsDifference ? "new: " : "") + Text});
  };
  if (Sheet.Calls.unprofiled() || Sheet.Calls.throughPointers())
    AddMissing("Not profiled", unprofiledText(Sheet.Calls));
  if (Sheet.Calls.instructionsWithoutCalls())
    AddMissing("Without calls", withoutCallsText(Sheet.Calls));
  if (Sheet.Calls.hasLostCalls())
    AddMissing("Calls", "not kept by region: callers, callees and inclusive "
                        "costs are those of whole runs only");
  if (Sheet.Calls.timeSamples())
    AddMissing("Time", timeText(Sheet.Calls));
  Facts.push_back(
      {"Events recorded",
       join(ArrayRef(Sheet.Events).take_front(Sheet.numRecorded()), " ")});
  for (auto [I, Event] : enumerate(Sheet.Computed))
    Facts.push_back(
        {"Event " + Sheet.Events[Sheet.numRecorded() + I], Event.Formula});
  Facts.push_back({"Events shown", EventNames(A.Options.Show)});
  Facts.push_back({"Sorted by", EventNames(A.Options.Order.Sort)});
  std::string Threshold;
  raw_string_ostream(Threshold) << format("%g%%", A.Options.Order.Threshold);
  if (Sheet.IsDifference)
    Threshold += ", as all percentages, of what the old profile has in all";
  if (!A.Options.Limit.empty())
    Threshold = "the first functions that together have " + A.Options.Limit +
                " (percent)";
  Facts.push_back({"Threshold", Threshold});
  return Facts;
}

namespace {

class AnnotationPrinter {
public:
  AnnotationPrinter(raw_ostream &OS, const Annotation &A,
                    const AnnotateTextOptions &Options)
      : OS(OS), A(A), Options(Options) {}
  void print();

private:
  CountColumns columns() const {
    return CountColumns(A, Options.Percentages, Options.Color);
  }
  void title(const Twine &Text);
  void head(const CountColumns &C, StringRef Names = "");
  void printMetadata();
  void printTotals();
  void printRegions();
  void printSummary(ArrayRef<SummaryGroup> Groups);
  void printSource(const AnnotatedSource &Source);
  void printUnannotated();
  void printCoverage();

  raw_ostream &OS;
  const Annotation &A;
  const AnnotateTextOptions &Options;
  bool IsFirst = true;
};

} // namespace

void AnnotationPrinter::title(const Twine &Text) {
  if (!IsFirst)
    OS << '\n';
  IsFirst = false;
  std::string Line = ("-- " + Text + " ").str();
  Line.append(Line.size() < 80 ? 80 - Line.size() : 2, '-');
  WithColor(OS, raw_ostream::CYAN, /*Bold=*/true, /*BG=*/false, Options.Color)
      << Line;
  OS << '\n';
}

void AnnotationPrinter::head(const CountColumns &C, StringRef Names) {
  C.printHead(OS);
  if (!Names.empty())
    OS << "  " << Names;
  OS << '\n';
}

void AnnotationPrinter::printMetadata() {
  title("Metadata");
  std::vector<std::pair<std::string, std::string>> Facts =
      annotationFacts(A, Options.Profiles);
  for (const auto &[Name, Fact] : Facts)
    OS << left_justify(printable(Name) + ":", 18) << printable(Fact) << '\n';
}

void AnnotationPrinter::printTotals() {
  title("Summary");
  CountColumns C = columns();
  C.measure(A.Sheet.Total);
  head(C);
  C.print(OS, A.Sheet.Total);
  OS << (!Options.TotalName.empty() ? Options.TotalName
         : A.Sheet.IsDifference     ? "change of the whole program"
                                    : "the whole program")
     << '\n';
}

/// Returns a text such as "3 times, 1 without its end".
static std::string timesText(const RegionTotal &Region) {
  std::string Text =
      grouped(Region.Begins) + (Region.Begins == 1 ? " time" : " times");
  if (Region.Begins > Region.Ends)
    Text += ", " + grouped(Region.Begins - Region.Ends) + " without its end";
  return Text;
}

void AnnotationPrinter::printRegions() {
  const ProfileRegions &Regions = A.Sheet.Regions;
  if (Regions.empty() && !Regions.numUnmatched())
    return;
  title("Regions, with those within them");
  CountColumns C = columns();
  std::vector<RegionTotal> Tree = Regions.tree();
  for (const RegionTotal &Region : Tree)
    C.measure(A.Sheet.countsOf(Region.Inclusive));
  head(C);
  for (const RegionTotal &Region : Tree) {
    C.print(OS, A.Sheet.countsOf(Region.Inclusive));
    OS.indent(2 * (Region.Path.size() - 1))
        << printable(Region.name()) << " (" << timesText(Region) << ")\n";
  }
  if (Regions.numUnmatched())
    OS << "Ends of regions that were not open: "
       << grouped(Regions.numUnmatched()) << '\n';
  if (Regions.numLimits())
    OS << "Begins without room for another region, which are part of the one "
          "around them or of (other): "
       << grouped(Regions.numLimits()) << '\n';
}

void AnnotationPrinter::printSummary(ArrayRef<SummaryGroup> Groups) {
  CountColumns C = columns();
  for (const SummaryGroup &Group : Groups) {
    C.measure(Group.Counts, Group.Cumulative);
    for (const SummaryRow &Row : Group.Rows)
      C.measure(Row.Counts);
  }
  head(C);
  for (const SummaryGroup &Group : Groups) {
    bool IsOne = Group.IsWhole && Group.Rows.size() == 1;
    C.print(OS, Group.Counts, Group.Cumulative, Group.Counts.Impossible);
    WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
              Options.Color)
        << printable(Group.Name) << ':';
    if (IsOne)
      OS << printable(Group.Rows[0].Name);
    OS << '\n';
    if (!IsOne)
      for (const SummaryRow &Row : Group.Rows) {
        C.print(OS, Row.Counts, {}, Row.Counts.Impossible);
        OS << "  " << printable(Row.Name) << '\n';
      }
  }
  if (Groups.empty())
    OS << "Nothing is above the threshold.\n";
}

void AnnotationPrinter::printSource(const AnnotatedSource &Source) {
  title(printable(Source.File));
  if (Source.Text->Path != Source.File)
    OS << "Found as " << printable(Source.Text->Path) << '\n';
  auto Warn = [&](const Twine &Text) {
    WithColor(OS, raw_ostream::MAGENTA, /*Bold=*/true, /*BG=*/false,
              Options.Color)
        << "warning: ";
    OS << Text << '\n';
  };
  if (!Source.NewerThan.empty())
    Warn(newerText(Source));
  if (!Source.Bogus.empty())
    Warn(bogusText(Source));
  CountColumns C = columns();
  for (const auto &[Line, Counts] : Source.Lines)
    C.measure(Counts);
  for (const auto &[Line, Counts] : Source.Bogus)
    C.measure(Counts);
  if (!Source.Unknown.empty())
    C.measure(Source.Unknown);
  head(C);
  if (!Source.Unknown.empty()) {
    C.print(OS, Source.Unknown, {}, Source.Unknown.Impossible);
    OS << "<unknown (line 0)>\n";
  }
  size_t Width =
      std::to_string(Source.Regions.empty() ? 0 : Source.Regions.back().Last)
          .size();
  for (const ShownLines &Region : Source.Regions) {
    if (Region.First != 1)
      OS << "-- line " << Region.First << " ----------------------------------"
         << '\n';
    for (uint32_t N = Region.First; N <= Region.Last; ++N) {
      auto Found = Source.Lines.find(N);
      if (Found == Source.Lines.end())
        C.printNone(OS);
      else
        C.print(OS, Found->second, {}, Found->second.Impossible);
      std::string Text = printable(Source.Text->line(N));
      OS << right_justify(std::to_string(N), Width);
      if (!Text.empty())
        OS << "  " << Text;
      OS << '\n';
    }
  }
  for (const auto &[Line, Counts] : Source.Bogus) {
    C.print(OS, Counts, {}, Counts.Impossible);
    OS << "<bogus line " << Line << ">\n";
  }
}

void AnnotationPrinter::printUnannotated() {
  bool HasTitle = false;
  for (const AnnotatedSource &Source : A.Sources) {
    if (Source.What == AnnotatedSource::Annotated)
      continue;
    if (!HasTitle)
      title("Sources that are not annotated");
    HasTitle = true;
    OS << printable(Source.File);
    if (Source.What == AnnotatedSource::NotFound)
      OS << ": not found";
    else
      OS << ": these are not the same";
    if (Source.Originals != std::vector<std::string>{Source.File})
      OS << ": " << printable(join(Source.Originals, ", "));
    OS << '\n';
  }
  if (any_of(A.Sources, [](const AnnotatedSource &Source) {
        return Source.What == AnnotatedSource::NotFound;
      }))
    OS << "-I <folder> adds a folder in which sources are searched for.\n";
}

void AnnotationPrinter::printCoverage() {
  title("Annotation summary");
  CountColumns C = columns();
  for (const CostSheet::Counts &Counts : A.Covered.Counts)
    C.measure(Counts);
  head(C);
  for (auto [Kind, Counts] : enumerate(A.Covered.Counts)) {
    C.print(OS, Counts);
    OS << coverageText(Kind) << '\n';
  }
}

void AnnotationPrinter::print() {
  printMetadata();
  printTotals();
  printRegions();
  if (Options.Files) {
    title("File:function summary");
    printSummary(A.Files);
  }
  if (Options.Functions) {
    title("Function:file summary");
    printSummary(A.Functions);
  }
  if (!A.Options.Annotate)
    return;
  for (const AnnotatedSource &Source : A.Sources)
    if (Source.What == AnnotatedSource::Annotated)
      printSource(Source);
  printUnannotated();
  printCoverage();
}

void udpc::printAnnotation(raw_ostream &OS, const Annotation &A,
                           const AnnotateTextOptions &Options) {
  AnnotationPrinter(OS, A, Options).print();
}
