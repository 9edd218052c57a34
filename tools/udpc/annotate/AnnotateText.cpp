//===- AnnotateText.cpp - Writes annotations as text ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotateText.h"
#include "profdata/annotate/EventMeaning.h"
#include "tools/udpc/annotate/AnnotateFacts.h"
#include "tools/udpc/output/CountColumns.h"
#include "tools/udpc/output/Elision.h"
#include "tools/udpc/output/Tables.h"
#include "tools/udpc/output/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class AnnotationPrinter {
public:
  AnnotationPrinter(raw_ostream &OS, const Annotation &A,
                    const AnnotateTextOptions &Options)
      : OS(OS), A(A), Options(Options), Width(textWidth(OS)),
        Layout(A, Options.Percentages) {
    if (Width != SIZE_MAX)
      fitLayout();
  }
  void print();

private:
  /// The part of the width that numbers may have beside sources, and beside
  /// names, which lose less when they are shortened.
  static constexpr double ShareBesideSources = 0.5, ShareBesideNames = 0.6;
  void fitLayout();
  CountColumns columns() const { return Layout.withoutWidths(); }
  /// The columns of a line behind the first \p Used.
  size_t room(size_t Used) const { return Width - std::min(Used, Width); }
  /// Prints \p Text behind \p C.
  void printName(const CountColumns &C, StringRef Text, size_t Indent = 0) {
    OS.indent(Indent) << elide(printable(Text), room(C.width() + Indent));
  }
  void title(const Twine &Text);
  /// Prints the head of a table. \p C may have \p Share of the width.
  void head(CountColumns &C, double Share = ShareBesideNames);
  void printFact(StringRef Name, StringRef Fact);
  void printMeanings();
  void printMetadata();
  void printTotals();
  void printRegions();
  void printGroup(const CountColumns &C, StringRef Group, StringRef OnlyRow);
  void printSummary(ArrayRef<SummaryGroup> Groups);
  void printSource(const AnnotatedSource &Source);
  void printUnannotated();
  void printCoverage();

  raw_ostream &OS;
  const Annotation &A;
  const AnnotateTextOptions &Options;
  const size_t Width;
  CountColumns Layout; ///< What all tables show.
  bool IsFirst = true;
};

} // namespace

/// Chooses the columns of all tables. Each has the percentages that fit it.
void AnnotationPrinter::fitLayout() {
  Layout.measure(A.Sheet.Total);
  for (ArrayRef<SummaryGroup> Groups :
       {ArrayRef(A.Files), ArrayRef(A.Functions)})
    for (const SummaryGroup &Group : Groups) {
      Layout.measure(Group.Counts);
      for (const SummaryRow &Row : Group.Rows)
        Layout.measure(Row.Counts);
    }
  for (const AnnotatedSource &Source : A.Sources)
    for (const auto &[Line, Counts] : Source.Lines)
      Layout.measure(Counts);
  Layout.fit(ShareBesideSources * Width);
}

void AnnotationPrinter::title(const Twine &Text) {
  if (!IsFirst)
    OS << '\n';
  IsFirst = false;
  constexpr size_t Usual = 80;
  std::string Line =
      "-- " + elide(Text.str(), room(StringRef("--  --").size())) + " ";
  size_t Columns = columnsOf(Line), End = std::min(Usual, Width);
  Line.append(Columns + 2 < End ? End - Columns : 2, '-');
  WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true) << Line;
  OS << '\n';
}

void AnnotationPrinter::head(CountColumns &C, double Share) {
  if (Width != SIZE_MAX)
    C.fit(Share * Width);
  C.printHead(OS);
  OS << '\n';
}

void AnnotationPrinter::printFact(StringRef Name, StringRef Fact) {
  constexpr size_t Indent = 18;
  OS << left_justify(printable(Name) + ":", Indent);
  std::string Text = wrapText(printable(Fact), Width, Indent);
  for (StringRef Line : split(Text, '\n'))
    OS << (Line.data() == Text.data() ? "" : "\n")
       << elide(Line, Line.data() == Text.data() ? room(Indent) : Width);
  OS << '\n';
}

/// Prints what the events that are shown count.
void AnnotationPrinter::printMeanings() {
  std::vector<std::string> Names = Layout.names();
  for (const std::string &Name : Names)
    if (StringRef Meaning = eventMeaning(Name); !Meaning.empty())
      printFact("  " + Name, Meaning);
  for (const EventRate &Rate : A.Options.Rates)
    if (is_contained(Names, Rate.Name)) {
      StringRef Whole = A.Sheet.Events[Rate.Whole];
      StringRef Meaning = eventMeaning(Whole);
      printFact("  " + Rate.Name,
                A.Sheet.Events[Rate.Part] + " in percent of " + Whole.str() +
                    (Meaning.empty() ? "" : ", " + Meaning.str()));
    }
  std::vector<std::string> All = CountColumns(A, false).names();
  erase_if(All,
           [&](const std::string &Name) { return is_contained(Names, Name); });
  if (!All.empty())
    printFact("Left out", join(All, " ") + ", as the terminal is too narrow");
}

void AnnotationPrinter::printMetadata() {
  title("Metadata");
  for (const auto &[Name, Fact] : annotationFacts(A, Options.Profiles)) {
    printFact(Name, Fact);
    if (Name == "Events shown")
      printMeanings();
  }
}

void AnnotationPrinter::printTotals() {
  title("Summary");
  CountColumns C = columns();
  C.measure(A.Sheet.Total);
  head(C);
  C.print(OS, A.Sheet.Total);
  printName(C, !Options.TotalName.empty() ? Options.TotalName
               : A.Sheet.IsDifference     ? "change of the whole program"
                                          : "the whole program");
  OS << '\n';
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
    printName(C, (Region.name() + " (" + timesText(Region) + ")").str(),
              2 * (Region.Path.size() - 1));
    OS << '\n';
  }
  if (Regions.numUnmatched())
    printSentence(OS, "Ends of regions that were not open: " +
                          grouped(Regions.numUnmatched()));
  if (Regions.numLimits())
    printSentence(
        OS, "Begins without room for another region, which are part of the one "
            "around them or of (other): " +
                grouped(Regions.numLimits()));
}

/// Prints a group's name in bold, and that of its row if it has only one.
void AnnotationPrinter::printGroup(const CountColumns &C, StringRef Group,
                                   StringRef OnlyRow) {
  size_t Room = room(C.width());
  std::string Head = printable(Group) + ":", Row = printable(OnlyRow);
  if (columnsOf(Head) + columnsOf(Row) > Room) {
    size_t Most =
        Row.empty() ? Room
                    : std::max(Room / 2, Room - std::min(Room, columnsOf(Row)));
    Head = elide(printable(Group), Most - std::min<size_t>(Most, 1)) + ":";
    Row = elide(Row, Room - std::min(Room, columnsOf(Head)));
  }
  WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true) << Head;
  OS << Row << '\n';
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
    printGroup(C, Group.Name, IsOne ? Group.Rows[0].Name : "");
    if (!IsOne)
      for (const SummaryRow &Row : Group.Rows) {
        C.print(OS, Row.Counts, {}, Row.Counts.Impossible);
        printName(C, Row.Name, /*Indent=*/2);
        OS << '\n';
      }
  }
  if (Groups.empty())
    OS << "Nothing is above the threshold.\n";
}

void AnnotationPrinter::printSource(const AnnotatedSource &Source) {
  title(printable(Source.File));
  if (Source.Text->Path != Source.File)
    OS << elide("Found as " + printable(Source.Text->Path), Width) << '\n';
  auto Warn = [&](const Twine &Text) {
    WithColor(OS, raw_ostream::MAGENTA, /*Bold=*/true) << "warning: ";
    OS << wrapText(Text.str(), Width, /*Indent=*/9) << '\n';
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
  head(C, ShareBesideSources);
  if (!Source.Unknown.empty()) {
    C.print(OS, Source.Unknown, {}, Source.Unknown.Impossible);
    OS << "<unknown (line 0)>\n";
  }
  size_t Digits =
      std::to_string(Source.Regions.empty() ? 0 : Source.Regions.back().Last)
          .size();
  for (const ShownLines &Region : Source.Regions) {
    if (Region.First != 1) {
      std::string Line = "-- line " + std::to_string(Region.First) + " " +
                         std::string(34, '-');
      OS << StringRef(Line).take_front(Width) << '\n';
    }
    for (uint32_t N = Region.First; N <= Region.Last; ++N) {
      auto Found = Source.Lines.find(N);
      if (Found == Source.Lines.end())
        C.printNone(OS);
      else
        C.print(OS, Found->second, {}, Found->second.Impossible);
      std::string Text = printable(Source.Text->line(N));
      OS << right_justify(std::to_string(N), Digits);
      if (!Text.empty())
        OS << "  " << cutEnd(Text, room(C.width() + Digits + 2));
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
    std::string Line = Source.File;
    Line += Source.What == AnnotatedSource::NotFound
                ? ": not found"
                : ": these are not the same";
    if (Source.Originals != std::vector<std::string>{Source.File})
      Line += ": " + join(Source.Originals, ", ");
    OS << elide(printable(Line), Width) << '\n';
  }
  if (any_of(A.Sources, [](const AnnotatedSource &Source) {
        return Source.What == AnnotatedSource::NotFound;
      }))
    printSentence(
        OS, "-I <folder> adds a folder in which sources are searched for.");
}

void AnnotationPrinter::printCoverage() {
  title("Annotation summary");
  CountColumns C = columns();
  for (const CostSheet::Counts &Counts : A.Covered.Counts)
    C.measure(Counts);
  head(C);
  for (auto [Kind, Counts] : enumerate(A.Covered.Counts)) {
    C.print(OS, Counts);
    printName(C, coverageText(Kind));
    OS << '\n';
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
