//===- AnnotateHtml.cpp - Writes annotations as HTML ----------------------===//

#include "tools/udpc/AnnotateHtml.h"
#include "AnnotatePage.h" // Of AnnotatePage.html, made by CMake.
#include "tools/udpc/AnnotateText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// The number of lines on each side of shown ones that can be unfolded in large
/// files, which limits the size of the page.
static constexpr uint32_t Unfoldable = 60;
/// Files of up to this many lines are complete.
static constexpr uint32_t SmallFile = 3000;

namespace {

class PageData {
public:
  PageData(raw_ostream &OS, const Annotation &A) : A(A), J(OS) {
    Events = A.Options.Show;
    // The sort event must be included.
    if (!is_contained(Events, A.Options.Order.Sort.front()))
      Events.push_back(A.Options.Order.Sort.front());
  }
  void print(ArrayRef<std::pair<std::string, std::string>> Facts);

private:
  void text(StringRef Text) { J.value(json::fixUTF8(Text)); }
  void counts(ArrayRef<int64_t> Counts) {
    for (size_t Event : Events)
      J.value(Counts[Event]);
  }
  void lines(StringRef Key, const CostSheet::Lines &Lines) {
    J.attributeArray(Key, [&] {
      for (const auto &[Line, Counts] : Lines)
        J.array([&, Line = Line, &Counts = Counts] {
          J.value(Line);
          counts(Counts);
        });
    });
  }
  void file(StringRef Name, const CostSheet::File &File,
            const AnnotatedSource *Source);
  void source(const AnnotatedSource &Source);

  const Annotation &A;
  json::OStream J;
  std::vector<size_t> Events;
};

} // namespace

void PageData::source(const AnnotatedSource &Source) {
  uint32_t NumLines = Source.Text->numLines();
  J.attribute("numLines", NumLines);
  J.attributeArray("notes", [&] {
    if (Source.Text->Path != Source.File)
      text("Found as " + Source.Text->Path);
    if (!Source.NewerThan.empty())
      text("Warning: " + newerText(Source));
    if (!Source.Bogus.empty())
      text(bogusText(Source));
  });
  J.attributeArray("regions", [&] {
    for (const SourceRegion &R : Source.Regions)
      J.array([&] {
        J.value(R.First);
        J.value(R.Last);
      });
  });
  std::vector<SourceRegion> Chunks =
      regionsOf(Source.Lines, A.Options.Sources.Context + Unfoldable, NumLines);
  if (NumLines && NumLines <= SmallFile)
    Chunks = {{1, NumLines}};
  J.attributeArray("chunks", [&] {
    for (const SourceRegion &R : Chunks)
      J.array([&] {
        J.value(R.First);
        std::string Lines;
        for (uint32_t N = R.First; N <= R.Last; ++N)
          Lines += (N == R.First ? "" : "\n") + Source.Text->line(N).str();
        text(Lines);
      });
  });
  lines("lines", Source.Lines);
  lines("bogus", Source.Bogus);
  J.attributeArray("unknown", [&] {
    if (!Source.Unknown.empty())
      counts(Source.Unknown);
  });
}

void PageData::file(StringRef Name, const CostSheet::File &File,
                    const AnnotatedSource *Source) {
  CostSheet::Counts Total(A.Sheet.numEvents());
  J.attribute("name", json::fixUTF8(Name));
  J.attributeArray("functions", [&] {
    for (const auto &[Function, Lines] : File.Functions) {
      CostSheet::Counts Sum;
      // The file with most of the function: the first line may be inlined code.
      uint32_t Main = 0;
      const CostSheet::Counts *OfMain = nullptr;
      for (const auto &[Line, Counts] : Lines) {
        CostSheet::addTo(Sum, Counts);
        if ((!Source || Source->Lines.count(Line)) && Line &&
            (!OfMain || A.Options.Order.isBefore(A.Sheet, Counts, *OfMain))) {
          Main = Line;
          OfMain = &Counts;
        }
      }
      CostSheet::addTo(Total, Sum);
      J.array([&, &Function = Function] {
        text(Function);
        J.value(Main);
        counts(Sum);
      });
    }
  });
  J.attributeArray("counts", [&] { counts(Total); });
  if (Source)
    J.attribute("state", sourceState(Source->What));
  else
    J.attribute("state", Name == UnknownFileName ? "unknown"
                         : A.Options.Annotate    ? "below the threshold"
                                                 : "");
  if (Source && Source->What == AnnotatedSource::Annotated)
    source(*Source);
}

void PageData::print(ArrayRef<std::pair<std::string, std::string>> Facts) {
  const CostSheet &Sheet = A.Sheet;
  J.object([&] {
    J.attribute("difference", Sheet.IsDifference);
    J.attributeArray("facts", [&] {
      for (const auto &[Name, Fact] : Facts)
        J.array([&, &Name = Name, &Fact = Fact] {
          text(Name);
          text(Fact);
        });
    });
    J.attributeArray("commands", [&] {
      for (const std::string &Command : Sheet.Commands)
        text(Command);
    });
    J.attributeArray("events", [&] {
      for (size_t Event : Events)
        text(Sheet.Events[Event]);
    });
    J.attribute("sort",
                find(Events, A.Options.Order.Sort.front()) - Events.begin());
    J.attributeArray("total", [&] { counts(Sheet.Total); });
    J.attributeArray("base", [&] { counts(Sheet.Base); });
    J.attributeArray("files", [&] {
      auto Source = A.Sources.begin();
      for (const auto &[Name, File] : Sheet.Files) {
        bool HasSource = Source != A.Sources.end() && Source->File == Name;
        J.object([&, &Name = Name, &File = File] {
          file(Name, File, HasSource ? &*Source : nullptr);
        });
        Source += HasSource;
      }
    });
    J.attributeArray("coverage", [&] {
      if (!A.Options.Annotate)
        return;
      for (auto [Kind, Counts] : enumerate(A.Covered.Counts))
        J.array([&, Kind = Kind, &Counts = Counts] {
          text(coverageText(Kind));
          counts(Counts);
        });
    });
  });
}

void udpc::printAnnotationHtml(
    raw_ostream &OS, const Annotation &A,
    ArrayRef<std::pair<std::string, std::string>> Facts) {
  std::string Data;
  raw_string_ostream DataOS(Data);
  PageData(DataOS, A).print(Facts);
  auto [Before, After] = StringRef(AnnotatePage).split("@data@");
  OS << Before;
  // JSON has '<' in strings only. Escaping it prevents text from ending the
  // script.
  for (StringRef Rest = Data; !Rest.empty();) {
    size_t End = std::min(Rest.find('<'), Rest.size());
    OS << Rest.take_front(End);
    if (End != Rest.size())
      OS << "\\u003c";
    Rest = Rest.drop_front(std::min(End + 1, Rest.size()));
  }
  OS << After;
}
