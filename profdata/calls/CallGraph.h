//===- CallGraph.h - Callers, callees and their costs -----------*- C++ -*-===//
//
// The model of costs with calls: filled from cache profiles with calls or from
// files in Callgrind's format; read by the annotation, the check against a
// baseline and the exporters.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CALLS_CALLGRAPH_H
#define UDPC_PROFDATA_CALLS_CALLGRAPH_H

#include "profdata/cache/CachegrindFile.h"
#include <optional>
#include <tuple>

namespace udpc {

/// A call graph with costs. Not thread-safe. All indices are positions in its
/// lists.
class CallGraph {
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
    Counts Self;
  };

  std::vector<std::string> Descriptions; ///< CachegrindFile's.
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
  /// Adds self costs to a line, its function and the total.
  void addSelf(uint32_t Function, uint32_t File, uint32_t Line,
               llvm::ArrayRef<uint64_t> Self);
  /// Adds to the jump with the same positions.
  void addJump(const Jump &J);
  /// Computes Calls and Cycles, and Inclusive where it is empty. The time is
  /// proportional to the size of the graph; does not recurse.
  void finish();

  /// Adds another finished run. The result is finished. Fails if the events
  /// differ.
  llvm::Error add(const CallGraph &Other);

  //===--------------------------------------------------------------------===//
  // Reading.

  static CallGraph of(const CachegrindFile &File); ///< Without arcs.
  /// Returns a graph with the arcs that \p Profile has recorded for all
  /// threads. If these have only Ir, so has the graph. Jumps are those of \p
  /// O.Thread.
  static CallGraph of(const CacheProfile &Profile, CachegrindFile::Options O);

  /// Prints the graph in Callgrind's format. \p Pid is 0 if unknown.
  void print(llvm::raw_ostream &OS, uint64_t Pid = 0) const;

  /// Returns the self costs, in Cachegrind's model.
  CachegrindFile costs() const;

  /// Parses Callgrind's format (Valgrind's manual, "Callgrind Format
  /// Specification"), also several parts in one file. Errors are "file:line:
  /// message". Jumps to another function (longjmp) are dropped. \p Text may be
  /// hostile: time and memory are proportional to its size.
  static llvm::Expected<CallGraph> parse(llvm::StringRef Text,
                                         llvm::StringRef Name);
  /// Whether \p Bytes begin like a file in Callgrind's format.
  static bool isCallgrindFile(llvm::StringRef Bytes);

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

#endif // UDPC_PROFDATA_CALLS_CALLGRAPH_H
