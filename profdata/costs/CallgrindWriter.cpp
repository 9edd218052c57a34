//===- CallgrindWriter.cpp - Writes Callgrind's format --------------------===//
//
// Source: Valgrind's manual, "Callgrind Format Specification".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/costs/CostGraph.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

/// Writes "(1) name" for the first occurrence of a name, then "(1)".
class NameCompression {
public:
  std::string operator()(StringRef Name) {
    // Readers do not accept empty names.
    if (Name.empty())
      Name = "???";
    auto [It, New] = Numbers.try_emplace(Name, Numbers.size() + 1);
    std::string Out = "(" + std::to_string(It->second) + ")";
    if (New)
      Out += " " + oneLine(Name);
    return Out;
  }

private:
  StringMap<size_t> Numbers;
};

/// The costs of a function at the lines of one file.
struct Section {
  std::vector<const CostGraph::LineCosts *> Lines;
  std::vector<const CostGraph::Arc *> Arcs;
  std::vector<const CostGraph::Jump *> Jumps;
};

class Writer {
public:
  Writer(const CostGraph &Graph, raw_ostream &OS) : Graph(Graph), OS(OS) {}
  void write(uint64_t Pid);

private:
  void writeCounts(const CostGraph::Counts &Counts);
  void writeFunction(uint32_t Index, const std::map<uint32_t, Section> &Files);
  void writeSection(const CostGraph::Function &F, uint32_t File,
                    const Section &S);

  const CostGraph &Graph;
  raw_ostream &OS;
  NameCompression Modules, Files, Functions;
  uint32_t LastModule = CostGraph::None;
};

} // namespace

void Writer::writeCounts(const CostGraph::Counts &Counts) {
  for (size_t I = 0; I != Graph.Events.size(); ++I)
    OS << ' ' << (I < Counts.size() ? Counts[I] : 0);
  OS << '\n';
}

void Writer::writeSection(const CostGraph::Function &F, uint32_t File,
                          const Section &S) {
  for (const CostGraph::LineCosts *L : S.Lines) {
    OS << L->Line;
    writeCounts(L->Self);
  }
  for (const CostGraph::Arc *A : S.Arcs) {
    const CostGraph::Function &Callee = Graph.Functions[A->Callee];
    if (Callee.Module != F.Module)
      OS << "cob=" << Modules(Graph.Modules[Callee.Module]) << '\n';
    // Also since callgrind_annotate shortens other names than these.
    if (Callee.File != File)
      OS << "cfi=" << Files(Graph.Files[Callee.File]) << '\n';
    OS << "cfn=" << Functions(Callee.Name) << "\ncalls=" << A->Calls << ' '
       << Callee.Line << '\n'
       << A->Line;
    writeCounts(A->Inclusive);
  }
  for (const CostGraph::Jump *J : S.Jumps) {
    if (J->TargetFile != File)
      OS << "jfi=" << Files(Graph.Files[J->TargetFile]) << '\n';
    if (J->IsConditional)
      OS << "jcnd=" << J->Taken << '/' << J->Executed;
    else
      OS << "jump=" << J->Taken;
    OS << ' ' << J->TargetLine << '\n' << J->Line << '\n';
  }
}

void Writer::writeFunction(uint32_t Index,
                           const std::map<uint32_t, Section> &All) {
  const CostGraph::Function &F = Graph.Functions[Index];
  // Functions of unknown modules come first.
  bool IsKnown =
      LastModule != CostGraph::None || !Graph.Modules[F.Module].empty();
  if (F.Module != LastModule && IsKnown)
    OS << "ob=" << Modules(Graph.Modules[F.Module]) << '\n';
  LastModule = F.Module;
  OS << "fl=" << Files(Graph.Files[F.File]) << "\nfn=" << Functions(F.Name)
     << '\n';
  auto Own = All.find(F.File);
  if (Own != All.end())
    writeSection(F, F.File, Own->second);
  for (const auto &[File, S] : All)
    if (File != F.File) {
      OS << "fi=" << Files(Graph.Files[File]) << '\n';
      writeSection(F, File, S);
    }
  if (All.size() > (Own != All.end()))
    OS << "fe=" << Files(Graph.Files[F.File]) << '\n';
  OS << '\n';
}

void Writer::write(uint64_t Pid) {
  OS << "# callgrind format\nversion: 1\ncreator: udpc\n";
  if (Pid)
    OS << "pid: " << Pid << '\n';
  OS << "cmd: " << oneLine(Graph.Command) << '\n';
  for (const std::string &D : Graph.Descriptions)
    OS << "desc: " << oneLine(D) << '\n';
  OS << "positions: line\nevents:";
  for (const std::string &E : Graph.Events)
    OS << ' ' << E;
  OS << "\nsummary:";
  writeCounts(Graph.Total);
  OS << '\n';

  std::map<uint32_t, std::map<uint32_t, Section>> ByFunction;
  for (const CostGraph::LineCosts &L : Graph.Lines)
    ByFunction[L.Function][L.File].Lines.push_back(&L);
  for (const CostGraph::Arc &A : Graph.Arcs) {
    uint32_t File =
        A.File == CostGraph::None ? Graph.Functions[A.Caller].File : A.File;
    ByFunction[A.Caller][File].Arcs.push_back(&A);
  }
  for (const CostGraph::Jump &J : Graph.Jumps)
    ByFunction[J.Function][J.File].Jumps.push_back(&J);
  std::vector<uint32_t> Order;
  for (auto &[Function, Files] : ByFunction) {
    Order.push_back(Function);
    for (auto &[File, S] : Files) {
      llvm::sort(S.Lines, [](const CostGraph::LineCosts *L,
                             const CostGraph::LineCosts *R) {
        return L->Line < R->Line;
      });
      llvm::sort(
          S.Jumps, [&](const CostGraph::Jump *L, const CostGraph::Jump *R) {
            auto Key = [&](const CostGraph::Jump &J) {
              return std::make_tuple(J.Line, J.IsConditional,
                                     StringRef(Graph.Files[J.TargetFile]),
                                     J.TargetLine);
            };
            return Key(*L) < Key(*R);
          });
    }
  }
  auto KeyOf = [&](uint32_t I) {
    const CostGraph::Function &F = Graph.Functions[I];
    return std::tie(Graph.Modules[F.Module], Graph.Files[F.File], F.Name);
  };
  llvm::sort(Order,
             [&](uint32_t L, uint32_t R) { return KeyOf(L) < KeyOf(R); });
  for (uint32_t Function : Order)
    writeFunction(Function, ByFunction[Function]);
  OS << "totals:";
  writeCounts(Graph.Total);
}

void CostGraph::printCallgrind(raw_ostream &OS, uint64_t Pid) const {
  Writer(*this, OS).write(Pid);
}
