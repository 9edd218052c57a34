//===- CostGraph.h - Costs of lines, functions and calls --------*- C++ -*-===//
//
// The model of costs: filled from cache profiles and from files in Cachegrind's
// and Callgrind's formats; read by the annotation, the check against a baseline
// and the exporters; written in these formats.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_COSTS_COSTGRAPH_H
#define UDPC_PROFDATA_COSTS_COSTGRAPH_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/costs/CentreCounts.h"
#include <map>
#include <optional>
#include <tuple>

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// The name of unknown files in formats of Valgrind.
constexpr llvm::StringLiteral UnknownFile = "???";

/// A call graph with costs; without recorded calls, costs of functions and
/// lines. Not thread-safe. All indices are positions in its lists.
class CostGraph {
public:
  /// One count for each of Events, in that order. Sums saturate at 2^64 - 1.
  using Counts = std::vector<uint64_t>;
  static constexpr uint32_t None = UINT32_MAX;

  struct Function {
    uint32_t Module; ///< Index into Modules.
    uint32_t File;   ///< Index into Files: where it is defined.
    std::string Name;
    uint32_t Line = 0; ///< The line of its definition; 0 if unknown.
    Counts Self;
    /// The costs of the function and everything that it called. Each event
    /// counts once, even if the function was active several times. Computed by
    /// finish() if empty.
    Counts Inclusive;
    /// Whether Inclusive is an upper bound, computed from arcs of a cycle, in
    /// which the shares of the functions cannot be separated.
    bool IsBound = false;
    uint64_t Calls = 0;    ///< Calls from all callers.
    uint32_t Cycle = None; ///< Index into Cycles.
  };

  /// All calls from one place in one function to another function.
  struct Arc {
    uint32_t Caller, Callee;
    /// The position of the call, which may be in code inlined into the caller:
    /// file (None if unknown) and line (0 if unknown).
    uint32_t File, Line;
    uint64_t Calls = 0;
    /// The costs in these calls of the callee and everything that it called,
    /// summed as by Callgrind: nested recursive calls are all added.
    Counts Inclusive;
  };

  /// Conditional or other jumps from one line of a function to another.
  struct Jump {
    uint32_t Function;
    uint32_t File, Line; ///< The place of the jump, as in LineCosts.
    uint32_t TargetFile, TargetLine;
    bool IsConditional;
    uint64_t Taken = 0;
    uint64_t Executed = 0; ///< For conditional jumps: taken or not.
  };

  /// Functions that call each other, or a function that calls itself.
  struct Cycle {
    std::vector<uint32_t> Functions; ///< Ascending.
    Counts Inclusive; ///< Self costs of all, and the arcs that leave the cycle.
  };

  /// A node of the calling-context tree. Parents come before their children.
  struct Context {
    uint32_t Parent; ///< None for a root, such as main or a thread's start.
    /// None for contexts omitted by the limit. Their costs are those of the
    /// parent's other calls.
    uint32_t Function;
    uint32_t File, Line; ///< The position of the call, as in Arc.
    uint64_t Calls = 0;
    Counts Self, Inclusive;
  };

  /// The self costs of a function at a line of a file.
  struct LineCosts {
    uint32_t Function, File;
    uint32_t Line; ///< 0 if unknown.
    CentreCounts<uint64_t> Self;
  };

  std::vector<std::string> Descriptions; ///< The texts after "desc: ".
  std::string Command;
  std::vector<std::string> Events;
  /// Paths as in the profile; "" if unknown.
  std::vector<std::string> Modules, Files;
  std::vector<Function> Functions;
  std::vector<Arc> Arcs;
  std::vector<Cycle> Cycles;
  std::vector<Context> Contexts; ///< Empty if not recorded.
  std::vector<LineCosts> Lines;
  std::vector<Jump> Jumps; ///< Jumps that were taken. Empty if not recorded.
  Counts Total;            ///< The sum of all self costs.

  //===--------------------------------------------------------------------===//
  // Filling: find or add elements, then add costs; call finish() at the end.

  uint32_t module(llvm::StringRef Path);
  uint32_t file(llvm::StringRef Path);
  uint32_t function(uint32_t Module, uint32_t File, llvm::StringRef Name);
  /// Adds to an arc. Calls from the same place are summed.
  void addArc(uint32_t Caller, uint32_t Callee, uint32_t File, uint32_t Line,
              uint64_t Calls, llvm::ArrayRef<uint64_t> Inclusive);
  /// Adds self costs to a line, its function and the total. The events in \p
  /// Excluded cannot happen in the code of these costs.
  void addSelf(uint32_t Function, uint32_t File, uint32_t Line,
               llvm::ArrayRef<uint64_t> Self, const EventSet &Excluded = {});
  /// Adds to the jump with the same positions.
  void addJump(const Jump &J);
  /// Computes Calls and Cycles, and Inclusive where it is empty. The time is
  /// proportional to the size of the graph; does not recurse.
  void finish();

  /// Adds another finished run. The result is finished. Fails if the events
  /// differ.
  llvm::Error add(const CostGraph &Other);
  /// Adds another run, to be written in Cachegrind's format. Also fails if a
  /// sum overflows, which the format cannot express.
  llvm::Error addExactly(const CostGraph &Other);

  //===--------------------------------------------------------------------===//
  // Reading.

  /// Returns the costs of \p Profile, with the arcs that it has recorded for
  /// all threads unless functions are those that were inlined. Jumps are those
  /// of \p O.Thread.
  static CostGraph of(const CacheProfile &Profile, const CostOptions &O);

  /// The self costs by file, function and line. Functions of one name in a file
  /// are one; unknown files are "???". The names are those of the graph.
  using LinesByFile = std::map<
      llvm::StringRef,
      std::map<llvm::StringRef, std::map<uint32_t, CentreCounts<uint64_t>>>>;
  LinesByFile linesByFile() const;
  /// Fails if sums overflow, which Cachegrind's format cannot express.
  llvm::Error checkSums() const;

  //===--------------------------------------------------------------------===//
  // Valgrind's formats. Texts may be hostile: time and memory are proportional
  // to their size. Errors are "file:line: message".

  /// Parses Cachegrind's format (Valgrind's manual, "Cachegrind: File format")
  /// of all versions, with fi=, fe= and compressed names. A missing or wrong
  /// summary is an error.
  static llvm::Expected<CostGraph> parseCachegrind(llvm::StringRef Text,
                                                   llvm::StringRef Name);
  /// Parses Callgrind's format (Valgrind's manual, "Callgrind Format
  /// Specification"), also several parts in one file. Jumps to another function
  /// (longjmp) are dropped.
  static llvm::Expected<CostGraph> parseCallgrind(llvm::StringRef Text,
                                                  llvm::StringRef Name);
  /// Whether \p Bytes begin like a file in these formats.
  static bool isCachegrindFile(llvm::StringRef Bytes);
  static bool isCallgrindFile(llvm::StringRef Bytes);

  /// Prints the self costs in the grammar that all versions of cg_annotate
  /// read: no fi=, fe=, compressed names or dots. Omits counts of impossible
  /// events at the end of a line, which old versions show as dots; other
  /// impossible events are 0.
  void printCachegrind(llvm::raw_ostream &OS) const;
  /// Prints the graph in Callgrind's format. \p Pid is 0 if unknown.
  void printCallgrind(llvm::raw_ostream &OS, uint64_t Pid = 0) const;

  /// Adds \p More to \p To, saturating. An empty list stands for zeros.
  static void addTo(Counts &To, llvm::ArrayRef<uint64_t> More);

private:
  std::map<std::string, uint32_t, std::less<>> ModuleIndex, FileIndex;
  std::map<std::tuple<uint32_t, uint32_t, std::string>, uint32_t> FunctionIndex;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, uint32_t>
      ArcIndex;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> LineIndex;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, bool>,
           uint32_t>
      JumpIndex;
};

} // namespace udpc

#endif // UDPC_PROFDATA_COSTS_COSTGRAPH_H
