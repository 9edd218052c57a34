//===- CallGraph.h - Who called whom, and what it cost ----------*- C++ -*-===//
//
// The model of costs with calls: filled from cache profiles with calls or from
// files in Callgrind's format, and read by the annotation, the check against a
// baseline and the exporters.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CALLS_CALLGRAPH_H
#define UDPC_PROFDATA_CALLS_CALLGRAPH_H

#include "profdata/cache/CachegrindFile.h"
#include <optional>
#include <tuple>

namespace udpc {

/// Not thread-safe. All indices are positions in the lists below.
class CallGraph {
public:
  /// In the order of Events, and as many. Sums saturate at 2^64 - 1.
  using Counts = std::vector<uint64_t>;
  static constexpr uint32_t None = UINT32_MAX;

  struct Function {
    uint32_t Module; ///< Of Modules.
    uint32_t File;   ///< Of Files: where it is defined.
    std::string Name;
    uint32_t Line = 0; ///< Of its definition; 0: unknown.
    Counts Self;
    /// What it and everything that it called cost, each event counted once
    /// however often the function was active then. finish() computes it if it
    /// is empty.
    Counts Inclusive;
    /// Inclusive is an upper bound, computed from arcs of a cycle, in which the
    /// shares of the functions cannot be separated.
    bool IsBound = false;
    uint64_t Calls = 0;    ///< Received, from all callers.
    uint32_t Cycle = None; ///< Of Cycles.
  };

  /// All calls from one place in one function to another function.
  struct Arc {
    uint32_t Caller, Callee;
    /// The place of the call, which may be in code that was inlined into the
    /// caller: file (None: unknown) and line (0: unknown).
    uint32_t File, Line;
    uint64_t Calls = 0;
    /// The callee's costs in these calls and those of what it called, as
    /// Callgrind sums them: of nested recursive calls, each is added.
    Counts Inclusive;
  };

  /// Jumps from one line of a function to another: conditional ones, or others.
  struct Jump {
    uint32_t Function;
    uint32_t File, Line; ///< As LineCosts has them.
    uint32_t TargetFile, TargetLine;
    bool IsConditional;
    uint64_t Taken = 0;
    uint64_t Executed = 0; ///< Of conditional ones, taken or not.
  };

  /// Functions that call each other, or one that calls itself.
  struct Cycle {
    std::vector<uint32_t> Functions; ///< Ascending.
    Counts Inclusive;                ///< Self of all, and arcs that leave it.
  };

  /// A node of the calling-context tree. Parents come before their children.
  struct Context {
    uint32_t Parent; ///< None: a root, such as main or a thread's start.
    /// None: contexts that the limit left out. Their costs are those of the
    /// parent's other calls.
    uint32_t Function;
    uint32_t File, Line; ///< The place of the call, as in Arc.
    uint64_t Calls = 0;
    Counts Self, Inclusive;
  };

  /// The self costs of a function at a line of a file.
  struct LineCosts {
    uint32_t Function, File;
    uint32_t Line; ///< 0: unknown.
    Counts Self;
  };

  std::vector<std::string> Descriptions; ///< As CachegrindFile has them.
  std::string Command;
  std::vector<std::string> Events;
  /// Paths as the profile has them; "" if unknown.
  std::vector<std::string> Modules, Files;
  std::vector<Function> Functions;
  std::vector<Arc> Arcs;
  std::vector<Cycle> Cycles;
  std::vector<Context> Contexts; ///< Empty: not recorded.
  std::vector<LineCosts> Lines;
  std::vector<Jump> Jumps; ///< Those that were taken. Empty: not recorded.
  Counts Total; ///< The sum of all self costs.

  //===--------------------------------------------------------------------===//
  // Filling: find or add, then add costs; finish() at the end.

  uint32_t module(llvm::StringRef Path);
  uint32_t file(llvm::StringRef Path);
  uint32_t function(uint32_t Module, uint32_t File, llvm::StringRef Name);
  /// Adds to the arc. Repeated calls with the same place are summed.
  void addArc(uint32_t Caller, uint32_t Callee, uint32_t File, uint32_t Line,
              uint64_t Calls, llvm::ArrayRef<uint64_t> Inclusive);
  /// Adds self costs to the line, its function and the total.
  void addSelf(uint32_t Function, uint32_t File, uint32_t Line,
               llvm::ArrayRef<uint64_t> Self);
  /// Adds to the jump with the same places.
  void addJump(const Jump &J);
  /// Computes Calls and Cycles, and Inclusive where it is empty. Takes time in
  /// proportion to the graph; does not recurse.
  void finish();

  /// Adds another finished run; the result is finished. Fails if its events
  /// differ.
  llvm::Error add(const CallGraph &Other);

  //===--------------------------------------------------------------------===//
  // Reading.

  static CallGraph of(const CachegrindFile &File); ///< Without arcs.
  /// With the arcs that \p Profile has recorded, of all threads. If these have
  /// only Ir, so has the graph. Jumps are those of \p O.Thread.
  static CallGraph of(const CacheProfile &Profile, CachegrindFile::Options O);

  /// In Callgrind's format. \p Pid: 0 is unknown.
  void print(llvm::raw_ostream &OS, uint64_t Pid = 0) const;

  /// Self costs only, as Cachegrind's format has them.
  CachegrindFile costs() const;

  /// Parses Callgrind's format (Valgrind's manual, "Callgrind Format
  /// Specification"; also several parts in one file). Errors are
  /// "file:line: message". Jumps to another function (longjmp) are dropped.
  /// \p Text may be hostile: time and memory are in proportion to its size.
  static llvm::Expected<CallGraph> parse(llvm::StringRef Text,
                                         llvm::StringRef Name);
  /// Whether \p Bytes begin like such a file.
  static bool isCallgrindFile(llvm::StringRef Bytes);

  /// Adds \p More to \p To, saturating. Either may be empty: zeros.
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
