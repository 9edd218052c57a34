//===- AnnotatePageData.cpp - The data of an annotation's page ------------===//

#include "tools/udpc/AnnotatePageData.h"
#include "tools/udpc/AnnotateText.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// The number of lines on each side of shown ones that can be unfolded in large
/// files.
static constexpr uint32_t Unfoldable = 60;
/// Files of up to this many lines are complete.
static constexpr uint32_t SmallFile = 3000;

/// The size of \p Json in a page, where '<' is escaped.
static size_t pageSize(StringRef Json) {
  return Json.size() + Json.count('<') * strlen("u003c");
}

namespace {

/// How many rows of each kind the page has at most.
struct RowLimits {
  size_t Functions = 30000, Arcs = 60000, Contexts = 30000, Lines = 300000;

  RowLimits half() const {
    return {Functions / 2, Arcs / 2, Contexts / 2, Lines / 2};
  }
};

/// Functions, arcs, contexts and lines as JSON attributes. The most costly rows
/// are kept, by the event that the page is sorted by.
class GraphData {
public:
  GraphData(const CallSheet &Sheet, size_t SortColumn, RowLimits Limits)
      : Sheet(Sheet), G(Sheet.Graph), Sort(SortColumn), Limits(Limits) {}

  void print(json::OStream &J);
  const std::vector<std::string> &leftOut() const { return LeftOut; }

private:
  void chooseFunctions();
  void functions(json::OStream &J);
  void lines(json::OStream &J);
  void arcs(json::OStream &J);
  void contexts(json::OStream &J);
  std::vector<bool> chooseContexts();

  /// Counts without and with calls.
  void self(json::OStream &J, ArrayRef<uint64_t> Row) {
    for (size_t Side = 0; Side != (Sheet.IsDifference ? 2 : 1); ++Side)
      for (size_t I = 0; I != Sheet.NumEvents; ++I)
        J.value(Row[Side * (Sheet.NumEvents + 1) + I]);
  }
  void inclusive(json::OStream &J, ArrayRef<uint64_t> Row) {
    for (uint64_t Count : Row)
      J.value(Count);
  }
  static int64_t index(uint32_t I) {
    return I == CallGraph::None ? -1 : static_cast<int64_t>(I);
  }
  void leaveOut(size_t All, size_t Kept, StringRef What) {
    if (Kept < All)
      LeftOut.push_back(grouped(All - Kept) + " of " + grouped(All) + " " +
                        What.str() + ", those with the lowest costs");
  }

  const CallSheet &Sheet;
  const CallGraph &G;
  size_t Sort;
  RowLimits Limits;
  std::vector<uint32_t> Functions; ///< Those kept, in order.
  std::vector<uint32_t> ToFunction;
  std::vector<std::string> LeftOut;
};

} // namespace

/// The positions of the \p Limit rows with the largest weight, by weight.
static std::vector<uint32_t>
largest(size_t NumRows, size_t Limit,
        function_ref<uint64_t(uint32_t)> WeightOf) {
  std::vector<std::pair<uint64_t, uint32_t>> Rows;
  for (uint32_t I = 0; I != NumRows; ++I)
    Rows.push_back({~WeightOf(I), I});
  sort(Rows);
  Rows.resize(std::min(Rows.size(), Limit));
  std::vector<uint32_t> Out;
  for (auto [Weight, I] : Rows)
    Out.push_back(I);
  return Out;
}

void GraphData::chooseFunctions() {
  Functions = largest(G.Functions.size(), Limits.Functions, [&](uint32_t I) {
    return Sheet.weight(G.Functions[I].Inclusive, Sort);
  });
  ToFunction.assign(G.Functions.size(), CallGraph::None);
  for (auto [I, F] : enumerate(Functions))
    ToFunction[F] = I;
  leaveOut(G.Functions.size(), Functions.size(), "functions");
}

void GraphData::functions(json::OStream &J) {
  J.attributeArray("functions", [&] {
    for (uint32_t I : Functions)
      J.array([&] {
        const CallGraph::Function &F = G.Functions[I];
        J.value(json::fixUTF8(F.Name));
        J.value(F.File);
        J.value(F.Line);
        J.value(F.Module);
        // A function that calls itself is not worth a cycle's name.
        bool InCycle = F.Cycle != CallGraph::None &&
                       G.Cycles[F.Cycle].Functions.size() > 1;
        J.value(InCycle ? index(F.Cycle) : -1);
        J.value(F.IsBound ? 1 : 0);
        self(J, F.Self);
        if (!G.Arcs.empty())
          inclusive(J, F.Inclusive);
      });
  });
}

void GraphData::lines(json::OStream &J) {
  std::vector<uint32_t> Kept =
      largest(G.Lines.size(), Limits.Lines,
              [&](uint32_t I) { return Sheet.weight(G.Lines[I].Self, Sort); });
  leaveOut(G.Lines.size(), Kept.size(), "lines");
  std::vector<std::vector<const CallGraph::LineCosts *>> Of(Functions.size());
  for (uint32_t I : Kept)
    if (uint32_t F = ToFunction[G.Lines[I].Function]; F != CallGraph::None)
      Of[F].push_back(&G.Lines[I]);
  J.attributeArray("lines", [&] {
    for (auto &Lines : Of) {
      sort(Lines, [](auto *A, auto *B) {
        return std::tie(A->File, A->Line) < std::tie(B->File, B->Line);
      });
      // For each file: its index, the number of lines, and for each line the
      // distance from the one before it and the counts.
      J.array([&] {
        for (size_t I = 0; I != Lines.size();) {
          uint32_t File = Lines[I]->File, Last = 0;
          size_t End = I;
          while (End != Lines.size() && Lines[End]->File == File)
            ++End;
          J.value(File);
          J.value(End - I);
          for (; I != End; ++I) {
            J.value(Lines[I]->Line - Last);
            Last = Lines[I]->Line;
            self(J, Lines[I]->Self);
          }
        }
      });
    }
  });
}

void GraphData::arcs(json::OStream &J) {
  std::vector<uint32_t> Kept =
      largest(G.Arcs.size(), Limits.Arcs, [&](uint32_t I) {
        return Sheet.weight(G.Arcs[I].Inclusive, Sort);
      });
  leaveOut(G.Arcs.size(), Kept.size(), "calls between functions");
  J.attributeArray("arcs", [&] {
    for (uint32_t I : Kept) {
      const CallGraph::Arc &A = G.Arcs[I];
      uint32_t Caller = ToFunction[A.Caller], Callee = ToFunction[A.Callee];
      if (Caller == CallGraph::None || Callee == CallGraph::None)
        continue;
      J.array([&] {
        J.value(Caller);
        J.value(Callee);
        J.value(index(A.File));
        J.value(A.Line);
        inclusive(J, A.Inclusive);
      });
    }
  });
}

/// A context costs no more than its parent, which therefore is kept as well.
std::vector<bool> GraphData::chooseContexts() {
  std::vector<bool> IsKept(G.Contexts.size());
  size_t NumKept = 0;
  for (uint32_t I :
       largest(G.Contexts.size(), Limits.Contexts, [&](uint32_t I) {
         return Sheet.weight(G.Contexts[I].Inclusive, Sort);
       })) {
    const CallGraph::Context &C = G.Contexts[I];
    bool HasFunction = C.Function == CallGraph::None ||
                       ToFunction[C.Function] != CallGraph::None;
    if (HasFunction && (C.Parent == CallGraph::None || IsKept[C.Parent])) {
      IsKept[I] = true;
      ++NumKept;
    }
  }
  leaveOut(G.Contexts.size(), NumKept, "contexts of calls");
  return IsKept;
}

void GraphData::contexts(json::OStream &J) {
  std::vector<bool> IsKept = chooseContexts();
  std::vector<uint32_t> To(G.Contexts.size(), CallGraph::None);
  uint32_t Next = 0;
  J.attributeArray("contexts", [&] {
    for (auto [I, C] : enumerate(G.Contexts)) {
      if (!IsKept[I])
        continue;
      To[I] = Next++;
      J.array([&, &C = C] {
        J.value(C.Parent == CallGraph::None ? -1 : index(To[C.Parent]));
        J.value(C.Function == CallGraph::None ? -1
                                              : index(ToFunction[C.Function]));
        J.value(index(C.File));
        J.value(C.Line);
        inclusive(J, C.Inclusive);
      });
    }
  });
}

void GraphData::print(json::OStream &J) {
  chooseFunctions();
  functions(J);
  lines(J);
  arcs(J);
  contexts(J);
}

namespace {

/// The texts of sources, as much of them as there is room for.
class SourceData {
public:
  SourceData(const Annotation &A, size_t SortEvent) : A(A) {
    for (const AnnotatedSource &S : A.Sources)
      if (S.What == AnnotatedSource::Annotated)
        Found.push_back(&S);
    sort(Found, [&](auto *X, auto *Y) {
      uint64_t OfX = weightOf(*X, SortEvent), OfY = weightOf(*Y, SortEvent);
      return OfX != OfY ? OfX > OfY : X < Y;
    });
  }

  void choose(size_t Room);
  /// The text of the source; "" if it is left out.
  StringRef text(const AnnotatedSource &Source) const {
    auto It = Chosen.find(&Source);
    return It == Chosen.end() ? "" : StringRef(It->second);
  }
  bool has(const AnnotatedSource &Source) const {
    return Chosen.count(&Source);
  }
  const std::vector<std::string> &leftOut() const { return LeftOut; }

private:
  static uint64_t weightOf(const AnnotatedSource &S, size_t Event) {
    int64_t N = S.Total.empty() ? 0 : S.Total[Event];
    return N < 0 ? -static_cast<uint64_t>(N) : N;
  }
  std::string textOf(const AnnotatedSource &Source, uint32_t Around) const;

  const Annotation &A;
  std::vector<const AnnotatedSource *> Found; ///< Most costly first.
  std::map<const AnnotatedSource *, std::string> Chosen;
  std::vector<std::string> LeftOut;
};

} // namespace

/// \p Text as model.js reads it: in zlib's format and base 64.
static std::string packed(StringRef Text) {
  if (!compression::zlib::isAvailable())
    return Text.str();
  SmallVector<uint8_t, 0> Zlib;
  compression::zlib::compress(arrayRefFromStringRef(Text), Zlib);
  return encodeBase64(Zlib);
}

/// The lines with costs and \p Around more, or all of a small file: chunks,
/// each a number of the first line and the text, as JSON.
std::string SourceData::textOf(const AnnotatedSource &Source,
                               uint32_t Around) const {
  uint32_t NumLines = Source.Text->numLines();
  std::vector<SourceRegion> Chunks =
      regionsOf(Source.Lines, A.Options.Sources.Context + Around, NumLines);
  if (Around && NumLines && NumLines <= SmallFile)
    Chunks = {{1, NumLines}};
  std::string Out;
  raw_string_ostream OS(Out);
  json::OStream J(OS);
  J.array([&] {
    for (const SourceRegion &R : Chunks)
      J.array([&] {
        J.value(R.First);
        std::string Lines;
        for (uint32_t N = R.First; N <= R.Last; ++N)
          Lines += (N == R.First ? "" : "\n") + Source.Text->line(N).str();
        J.value(json::fixUTF8(Lines));
      });
  });
  return packed(Out);
}

void SourceData::choose(size_t Room) {
  std::vector<std::string> Full, Least;
  size_t FullSize = 0, LeastSize = 0;
  for (const AnnotatedSource *S : Found) {
    Full.push_back(textOf(*S, Unfoldable));
    FullSize += pageSize(Full.back());
  }
  bool Fits = FullSize <= Room;
  for (const AnnotatedSource *S : Found) {
    Least.push_back(Fits ? "" : textOf(*S, 0));
    LeastSize += pageSize(Least.back());
  }
  size_t NumLeft = 0;
  bool WithoutSurroundings = false;
  for (auto [S, Long, Short] : zip(Found, Full, Least)) {
    LeastSize -= pageSize(Short);
    if (pageSize(Long) + LeastSize <= Room) {
      Room -= pageSize(Long);
      Chosen[S] = std::move(Long);
    } else if (pageSize(Short) <= Room) {
      Room -= pageSize(Short);
      Chosen[S] = std::move(Short);
      WithoutSurroundings = true;
    } else {
      ++NumLeft;
    }
  }
  if (WithoutSurroundings)
    LeftOut.push_back("of some sources, lines far from those with costs");
  if (NumLeft)
    LeftOut.push_back("the texts of " + grouped(NumLeft) + " of " +
                      grouped(Found.size()) +
                      " sources, those with the lowest costs");
}

namespace {

class PageData {
public:
  PageData(const Annotation &A, const PageContents &Contents)
      : A(A), Contents(Contents), Events(A.Options.Show) {
    size_t SortEvent = A.Options.Order.Sort.front();
    // The sort event must be included.
    if (!is_contained(Events, SortEvent))
      Events.push_back(SortEvent);
    Sort = find(Events, SortEvent) - Events.begin();
    Sheet =
        A.Sheet.IsDifference
            ? CallSheet::difference(Contents.Old, Contents.New, A.Sheet, Events)
            : CallSheet::of(Contents.New, A.Sheet, Events);
  }
  std::string print(size_t MaxSize);

private:
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
  void files(json::OStream &J, const SourceData &Sources);
  std::string graph(size_t MaxSize, std::vector<std::string> &LeftOut);

  const Annotation &A;
  const PageContents &Contents;
  std::vector<size_t> Events;
  size_t Sort = 0;
  CallSheet Sheet;
};

} // namespace

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
  J.attribute("sort", Sort);
  J.attribute("context", A.Options.Sources.Context);
  J.attributeArray("total", [&] { counts(J, A.Sheet.Total); });
  J.attributeArray("base", [&] { counts(J, A.Sheet.Base); });
  texts(J, "modules", Sheet.Graph.Modules);
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

void PageData::files(json::OStream &J, const SourceData &Sources) {
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
          J.attribute("state", Name == UnknownFileName ? "unknown"
                               : A.Options.Annotate    ? "below the threshold"
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

/// Functions, lines, arcs and contexts, without the braces around them.
std::string PageData::graph(size_t MaxSize, std::vector<std::string> &LeftOut) {
  for (RowLimits Limits;; Limits = Limits.half()) {
    GraphData Data(Sheet, Sort, Limits);
    std::string Text;
    raw_string_ostream OS(Text);
    json::OStream J(OS);
    J.object([&] { Data.print(J); });
    if (pageSize(Text) > MaxSize && Limits.Functions > 1)
      continue;
    LeftOut = Data.leftOut();
    return Text.substr(1, Text.size() - 2);
  }
}

std::string PageData::print(size_t MaxSize) {
  std::vector<std::string> LeftOut;
  std::string Graph = graph(MaxSize * 2 / 3, LeftOut);
  SourceData Sources(A, A.Options.Order.Sort.front());
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
