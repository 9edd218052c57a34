//===- AnnotatePageGraph.cpp - Functions and calls in a page --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotatePageGraph.h"
#include "tools/udpc/annotate/AnnotatePageSources.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

/// Maximum number of rows of each kind.
struct RowLimits {
  size_t Functions = 30000, Arcs = 60000, Contexts = 30000, Lines = 300000,
         RegionLines = 100000;

  RowLimits half() const {
    return {Functions / 2, Arcs / 2, Contexts / 2, Lines / 2, RegionLines / 2};
  }
};

/// Writes functions, arcs, contexts and lines as JSON attributes. Keeps the
/// rows with the highest cost of the event that the page is sorted by.
class GraphData {
public:
  GraphData(const CallSheet &Sheet, ArrayRef<RegionSheet> Regions,
            size_t SortColumn, RowLimits Limits)
      : Sheet(Sheet), G(Sheet.Graph), Regions(Regions), Sort(SortColumn),
        Limits(Limits) {}

  void print(json::OStream &J);
  const std::vector<std::string> &leftOut() const { return LeftOut; }

private:
  void chooseFunctions();
  void functions(json::OStream &J);
  void lines(json::OStream &J);
  void arcs(json::OStream &J);
  void contexts(json::OStream &J);
  void regions(json::OStream &J);
  void region(json::OStream &J, const CostGraph &Costs);
  void printLines(json::OStream &J,
                  std::vector<const CostGraph::LineCosts *> &Lines,
                  function_ref<uint32_t(uint32_t)> FileOf);
  std::vector<bool> chooseContexts();

  /// Writes counts without and with calls.
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
    return I == CostGraph::None ? -1 : static_cast<int64_t>(I);
  }
  void leaveOut(size_t All, size_t Kept, StringRef What) {
    if (Kept < All)
      LeftOut.push_back(grouped(All - Kept) + " of " + grouped(All) + " " +
                        What.str() + ", those with the lowest costs");
  }

  const CallSheet &Sheet;
  const CostGraph &G;
  ArrayRef<RegionSheet> Regions;
  size_t Sort;
  RowLimits Limits;
  std::vector<uint32_t> Functions; ///< The functions that are kept, in order.
  std::vector<uint32_t> ToFunction;
  std::vector<std::string> LeftOut;
};

} // namespace

/// Returns the positions of the \p Limit rows with the largest weight, by
/// weight.
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
  ToFunction.assign(G.Functions.size(), CostGraph::None);
  for (auto [I, F] : enumerate(Functions))
    ToFunction[F] = I;
  leaveOut(G.Functions.size(), Functions.size(), "functions");
}

void GraphData::functions(json::OStream &J) {
  J.attributeArray("functions", [&] {
    for (uint32_t I : Functions)
      J.array([&] {
        const CostGraph::Function &F = G.Functions[I];
        J.value(json::fixUTF8(F.Name));
        J.value(F.File);
        J.value(F.Line);
        J.value(F.Module);
        // A function that only calls itself is not shown as a cycle.
        bool InCycle = F.Cycle != CostGraph::None &&
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
  std::vector<std::vector<const CostGraph::LineCosts *>> Of(Functions.size());
  for (uint32_t I : Kept)
    if (uint32_t F = ToFunction[G.Lines[I].Function]; F != CostGraph::None)
      Of[F].push_back(&G.Lines[I]);
  J.attributeArray("lines", [&] {
    for (auto &Lines : Of)
      J.array(
          [&] { printLines(J, Lines, [](uint32_t File) { return File; }); });
  });
}

/// Writes for each file its index, the number of lines, and for each line the
/// distance from the previous one and the counts.
void GraphData::printLines(json::OStream &J,
                           std::vector<const CostGraph::LineCosts *> &Lines,
                           function_ref<uint32_t(uint32_t)> FileOf) {
  sort(Lines, [](auto *A, auto *B) {
    return std::tie(A->File, A->Line) < std::tie(B->File, B->Line);
  });
  for (size_t I = 0; I != Lines.size();) {
    uint32_t File = Lines[I]->File, Last = 0;
    size_t End = I;
    while (End != Lines.size() && Lines[End]->File == File)
      ++End;
    J.value(FileOf(File));
    J.value(End - I);
    for (; I != End; ++I) {
      J.value(Lines[I]->Line - Last);
      Last = Lines[I]->Line;
      self(J, Lines[I]->Self);
    }
  }
}

/// Writes a row for each function of the page that \p Costs has: its number,
/// its counts and its lines.
void GraphData::region(json::OStream &J, const CostGraph &Costs) {
  std::map<std::tuple<StringRef, StringRef, StringRef>, uint32_t> Numbers;
  for (uint32_t F : Functions)
    Numbers[{G.Modules[G.Functions[F].Module], G.Files[G.Functions[F].File],
             G.Functions[F].Name}] = ToFunction[F];
  std::map<StringRef, uint32_t> FileNumbers;
  for (auto [I, File] : enumerate(G.Files))
    FileNumbers[File] = I;
  std::vector<std::vector<const CostGraph::LineCosts *>> Of(
      Costs.Functions.size());
  std::vector<uint32_t> Kept = largest(
      Costs.Lines.size(), Limits.RegionLines / Regions.size(),
      [&](uint32_t I) { return Sheet.weight(Costs.Lines[I].Self, Sort); });
  for (uint32_t I : Kept)
    Of[Costs.Lines[I].Function].push_back(&Costs.Lines[I]);
  for (auto [I, F] : enumerate(Costs.Functions)) {
    auto Known =
        Numbers.find({Costs.Modules[F.Module], Costs.Files[F.File], F.Name});
    if (Known == Numbers.end())
      continue;
    J.array([&, I = I, &F = F] {
      J.value(Known->second);
      self(J, F.Self);
      printLines(J, Of[I],
                 [&](uint32_t File) { return FileNumbers[Costs.Files[File]]; });
    });
  }
}

void GraphData::regions(json::OStream &J) {
  J.attributeArray("regionCosts", [&] {
    for (const auto &[Name, Costs] : Regions)
      J.array([&, &Name = Name, &Costs = Costs] {
        J.value(json::fixUTF8(Name));
        J.array([&] { region(J, Costs.Graph); });
      });
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
      const CostGraph::Arc &A = G.Arcs[I];
      uint32_t Caller = ToFunction[A.Caller], Callee = ToFunction[A.Callee];
      if (Caller == CostGraph::None || Callee == CostGraph::None)
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

/// Chooses the contexts to keep. A context costs no more than its parent, which
/// is therefore kept too.
std::vector<bool> GraphData::chooseContexts() {
  std::vector<bool> IsKept(G.Contexts.size());
  size_t NumKept = 0;
  for (uint32_t I :
       largest(G.Contexts.size(), Limits.Contexts, [&](uint32_t I) {
         return Sheet.weight(G.Contexts[I].Inclusive, Sort);
       })) {
    const CostGraph::Context &C = G.Contexts[I];
    bool HasFunction = C.Function == CostGraph::None ||
                       ToFunction[C.Function] != CostGraph::None;
    if (HasFunction && (C.Parent == CostGraph::None || IsKept[C.Parent])) {
      IsKept[I] = true;
      ++NumKept;
    }
  }
  leaveOut(G.Contexts.size(), NumKept, "contexts of calls");
  return IsKept;
}

void GraphData::contexts(json::OStream &J) {
  std::vector<bool> IsKept = chooseContexts();
  std::vector<uint32_t> To(G.Contexts.size(), CostGraph::None);
  uint32_t Next = 0;
  J.attributeArray("contexts", [&] {
    for (auto [I, C] : enumerate(G.Contexts)) {
      if (!IsKept[I])
        continue;
      To[I] = Next++;
      J.array([&, &C = C] {
        J.value(C.Parent == CostGraph::None ? -1 : index(To[C.Parent]));
        J.value(C.Function == CostGraph::None ? -1
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
  regions(J);
}

std::string udpc::pageGraph(const CallSheet &Sheet,
                            ArrayRef<RegionSheet> Regions, size_t SortColumn,
                            size_t MaxSize, std::vector<std::string> &LeftOut) {
  for (RowLimits Limits;; Limits = Limits.half()) {
    GraphData Data(Sheet, Regions, SortColumn, Limits);
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
