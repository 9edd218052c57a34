//===- AnnotatePageData.cpp - The data of an annotation's page ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotatePageData.h"
#include "profdata/annotate/EventMeaning.h"
#include "tools/udpc/annotate/AnnotateFacts.h"
#include "tools/udpc/annotate/AnnotatePageGraph.h"
#include "tools/udpc/annotate/AnnotatePageSources.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

using namespace llvm;
using namespace udpc;

namespace {

class PageData {
public:
  PageData(const Annotation &A, const PageContents &Contents)
      : A(A), Contents(Contents), Events(A.Options.Show) {
    size_t SortEvent = A.Options.Order.Sort.front();
    leaveOutEvents(SortEvent);
    // The sort event must be included.
    if (!is_contained(Events, SortEvent))
      Events.push_back(SortEvent);
    Sort = find(Events, SortEvent) - Events.begin();
    Sheet =
        A.Sheet.IsDifference
            ? CallSheet::difference(Contents.Old, Contents.New, A.Sheet, Events)
            : CallSheet::of(Contents.New, A.Sheet, Events);
    for (const PageRegion &R : Contents.Regions)
      Regions.emplace_back(R.Name, CallSheet::of(R.Graph, A.Sheet, Events));
  }
  std::string print(size_t MaxSize);

private:
  /// Leaves out events that would be 0: profiles of counts and calls have only
  /// the instructions of calls.
  void leaveOutEvents(size_t &SortEvent);
  static void texts(json::OStream &J, StringRef Key,
                    ArrayRef<std::string> Texts) {
    J.attributeArray(Key, [&] {
      for (const std::string &Text : Texts)
        J.value(json::fixUTF8(Text));
    });
  }
  void counts(json::OStream &J, ArrayRef<int64_t> Counts) {
    for (size_t Event : Events)
      J.value(Counts[Event]);
  }
  void head(json::OStream &J);
  void meanings(json::OStream &J);
  void rates(json::OStream &J);
  void regions(json::OStream &J);
  void files(json::OStream &J, const PageSources &Sources);

  const Annotation &A;
  const PageContents &Contents;
  std::vector<size_t> Events;
  size_t Sort = 0;
  CallSheet Sheet;
  std::vector<RegionSheet> Regions;
  std::string Unknown; ///< Events that are left out, and why.
};

} // namespace

void PageData::leaveOutEvents(size_t &SortEvent) {
  const std::vector<std::string> &Known = Contents.New.Events;
  if (A.Sheet.IsDifference || Known.size() >= A.Sheet.numRecorded())
    return;
  auto IsUnknown = [&](size_t Event) {
    return !is_contained(Known, A.Sheet.Events[Event]);
  };
  std::string Names;
  for (size_t Event : Events)
    if (IsUnknown(Event))
      Names += (Names.empty() ? "" : ", ") + A.Sheet.Events[Event];
  erase_if(Events, IsUnknown);
  if (IsUnknown(SortEvent))
    SortEvent = 0;
  if (!Names.empty())
    Unknown =
        Names + ": the profile's calls have " + join(Known, ", ") +
        " only (-fudpc-profile=cache,calls has all; udpc annotate without "
        "--html shows them)";
}

void PageData::meanings(json::OStream &J) {
  J.attributeArray("meanings", [&] {
    for (size_t Event : Events) {
      StringRef Meaning = eventMeaning(A.Sheet.Events[Event]);
      if (Meaning.empty() && Event >= A.Sheet.numRecorded())
        Meaning = A.Sheet.Computed[Event - A.Sheet.numRecorded()].Formula;
      J.value(json::fixUTF8(Meaning));
    }
  });
}

/// Writes the miss rates that can be computed from the events of the page: a
/// name, a meaning, the positions of the misses and those of the accesses.
/// Differences have none, since a rate of changes means nothing.
void PageData::rates(json::OStream &J) {
  struct Rate {
    const char *Name, *Meaning;
    std::array<StringRef, 2> Misses, Accesses;
  };
  static constexpr Rate Rates[] = {
      {"D1 misses",
       "D1m/Dref: share of reads and writes that missed the first-level cache",
       {"D1mr", "D1mw"},
       {"Dr", "Dw"}},
      {"LL misses",
       "DLm/Dref: share of reads and writes that missed the last-level cache",
       {"DLmr", "DLmw"},
       {"Dr", "Dw"}},
  };
  // Events without counts add nothing where they are not shown.
  auto IsKnown = [&](StringRef Name) {
    size_t Event = A.Sheet.eventIndex(Name);
    return Event != A.Sheet.numEvents() &&
           (is_contained(Events, Event) || !A.Sheet.hasCounts(Event));
  };
  auto Positions = [&](ArrayRef<StringRef> Names) {
    J.array([&] {
      for (auto [At, Event] : enumerate(Events))
        if (is_contained(Names, A.Sheet.Events[Event]))
          J.value(At);
    });
  };
  J.attributeArray("rates", [&] {
    if (Sheet.IsDifference)
      return;
    for (const Rate &R : Rates)
      if (all_of(R.Misses, IsKnown) && all_of(R.Accesses, IsKnown))
        J.array([&] {
          J.value(R.Name);
          J.value(R.Meaning);
          Positions(R.Misses);
          Positions(R.Accesses);
        });
  });
}

void PageData::head(json::OStream &J) {
  J.attribute("difference", Sheet.IsDifference);
  J.attributeArray("facts", [&] {
    for (const auto &[Name, Fact] : Contents.Facts)
      J.array([&, &Name = Name, &Fact = Fact] {
        J.value(json::fixUTF8(Name));
        J.value(json::fixUTF8(Fact));
      });
  });
  texts(J, "commands", A.Sheet.Commands);
  J.attributeArray("events", [&] {
    for (size_t Event : Events)
      J.value(json::fixUTF8(A.Sheet.Events[Event]));
  });
  meanings(J);
  rates(J);
  J.attribute("unknownEvents", Unknown);
  J.attribute("sort", Sort);
  J.attribute("context", A.Options.Sources.Context);
  J.attributeArray("total", [&] { counts(J, A.Sheet.Total); });
  J.attributeArray("base", [&] { counts(J, A.Sheet.Base); });
  texts(J, "modules", Sheet.Graph.Modules);
  regions(J);
  J.attributeArray("coverage", [&] {
    if (!A.Options.Annotate)
      return;
    for (auto [Kind, Counts] : enumerate(A.Covered.Counts))
      J.array([&, Kind = Kind, &Counts = Counts] {
        J.value(coverageText(Kind));
        counts(J, Counts);
      });
  });
}

/// Writes the tree: each region's depth, name, number of begins and ends, and
/// costs including the regions within it.
void PageData::regions(json::OStream &J) {
  J.attributeArray("regions", [&] {
    for (const RegionTotal &R : A.Sheet.Regions.tree())
      J.array([&] {
        J.value(R.Path.size() - 1);
        J.value(json::fixUTF8(R.name()));
        J.value(R.Begins);
        J.value(R.Ends);
        counts(J, A.Sheet.countsOf(R.Inclusive));
      });
  });
}

void PageData::files(json::OStream &J, const PageSources &Sources) {
  std::map<StringRef, const AnnotatedSource *> ByName;
  for (const AnnotatedSource &Source : A.Sources)
    ByName[Source.File] = &Source;
  J.attributeArray("files", [&] {
    for (const std::string &Name : Sheet.Graph.Files)
      J.object([&] {
        J.attribute("name", json::fixUTF8(Name));
        auto It = ByName.find(Name);
        const AnnotatedSource *Source =
            It == ByName.end() ? nullptr : It->second;
        if (!Source) {
          J.attribute("state", Name == UnknownFile  ? "unknown"
                               : A.Options.Annotate ? "below the threshold"
                                                    : "");
          return;
        }
        if (Source->What != AnnotatedSource::Annotated) {
          J.attribute("state", sourceState(Source->What));
          return;
        }
        J.attribute("state", Sources.has(*Source) ? "annotated" : "left out");
        J.attribute("numLines", Source->Text->numLines());
        J.attributeArray("notes", [&] {
          if (Source->Text->Path != Source->File)
            J.value(json::fixUTF8("Found as " + Source->Text->Path));
          if (!Source->NewerThan.empty())
            J.value(json::fixUTF8("Warning: " + newerText(*Source)));
          if (!Source->Bogus.empty())
            J.value(json::fixUTF8(bogusText(*Source)));
        });
        J.attribute("text", Sources.text(*Source));
      });
  });
}

std::string PageData::print(size_t MaxSize) {
  std::vector<std::string> LeftOut;
  std::string Graph = pageGraph(Sheet, Regions, Sort, MaxSize * 2 / 3, LeftOut);
  size_t NumRegions = A.Sheet.Regions.byName().size();
  if (!Regions.empty() && Regions.size() < NumRegions)
    LeftOut.push_back("the functions and lines of " +
                      grouped(NumRegions - Regions.size()) + " of " +
                      grouped(NumRegions) + " regions");
  PageSources Sources(A, A.Options.Order.Sort.front());
  auto Print = [&] {
    std::string Text;
    raw_string_ostream OS(Text);
    json::OStream J(OS);
    J.object([&] {
      head(J);
      files(J, Sources);
      std::vector<std::string> All = LeftOut;
      append_range(All, Sources.leftOut());
      texts(J, "leftOut", All);
    });
    return Text;
  };
  size_t Used = pageSize(Graph) + pageSize(Print());
  Sources.choose(MaxSize > Used ? MaxSize - Used : 0);
  std::string Text = Print();
  Text.back() = ',';
  return Text + Graph + "}";
}

std::string udpc::annotationPageData(const Annotation &A,
                                     const PageContents &Contents,
                                     size_t MaxSize) {
  return PageData(A, Contents).print(MaxSize);
}
