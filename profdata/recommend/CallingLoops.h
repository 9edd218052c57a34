//===- CallingLoops.h - Loops that call a function --------------*- C++ -*-===//
//
// Which loop makes most of the calls of a function, and where. A loop that
// calls a function with pointers may load those of later iterations.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_CALLINGLOOPS_H
#define UDPC_PROFDATA_RECOMMEND_CALLINGLOOPS_H

#include "profdata/cache/CacheProfile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>

namespace udpc {

struct CallingLoop {
  /// The key of an operation in the line of the call, else that of the line.
  MemoryOperationKey Key;
  std::string File;
  uint32_t Line = 0;
  double Calls = 0;
  /// Instructions from one call to the next, with those of called functions.
  double Work = 0;
  /// Of the calls of the function.
  double Share = 0;
  /// The called function takes one path or another. Library functions do, by
  /// lengths or contents.
  bool HasPaths = false;
};

/// Of one profile. Calls through pointers are not known.
class CallingLoops {
public:
  /// \p Values: those of each unit (CacheProfile::values).
  CallingLoops(const CacheProfile &Profile,
               const std::vector<std::vector<uint64_t>> &Values);

  /// The loop with the call that most calls of the function come from, if it
  /// has at least half of them; a function between them must have one such
  /// caller, too.
  std::optional<CallingLoop> of(uint32_t Unit, uint32_t Function);

  /// The calls of a library function by \p Unit.
  struct LibraryCalls {
    double Calls = 0;
    /// The line that has at least half of them, if there is one.
    std::optional<CallingLoop> Main;
    bool IsInLoop = false; ///< Main is, or its function's calls are.
  };
  LibraryCalls ofLibrary(uint32_t Unit, llvm::StringRef Name);

private:
  struct Code {
    uint32_t Unit, Function;
    bool operator<(const Code &R) const {
      return std::tie(Unit, Function) < std::tie(R.Unit, R.Function);
    }
  };
  /// Calls of one line; unrolling makes several.
  struct Site {
    Code Caller;
    MemoryOperationKey Line; ///< Without discriminators.
    uint32_t Loop = 0;       ///< abi::NoIndex: none.
    uint32_t Frame = 0;
    double Calls = 0;
  };

  double valueOf(uint32_t Unit, uint32_t Value) const {
    return Value == abi::ZeroValue ? 0 : Values[Unit][Value];
  }
  llvm::ArrayRef<abi::BlockRec> blocksOf(Code Of) const;
  double entries(Code Of) const;
  double ownWork(Code Of) const;
  double workOfCalls(Code Of,
                     llvm::function_ref<bool(const abi::BlockRec &)> In);
  double workOfCall(Code Of);
  double workOfLoop(uint32_t Unit, uint32_t Loop);
  /// The one of \p Sites with at least half of \p Calls.
  static const Site *mainOf(llvm::ArrayRef<Site> Sites, double Calls);
  const Site *mainCaller(Code Of) const;
  /// The loop of \p From, or of what calls its function.
  std::optional<CallingLoop> loopAround(const Site *From, CallingLoop Result);
  bool hasPaths(Code Of) const;
  MemoryOperationKey keyOf(const Site &At) const;
  std::optional<Code> calleeOf(uint32_t Unit, const abi::CalleeRec &R) const;

  const CacheProfile &Profile;
  const std::vector<std::vector<uint64_t>> &Values;
  /// By symbol, those of a unit, and those that others may call.
  std::map<std::pair<uint32_t, llvm::StringRef>, uint32_t> Own;
  std::map<llvm::StringRef, Code> Exported;
  std::map<Code, std::vector<Site>> Callers;
  std::map<std::pair<uint32_t, llvm::StringRef>, std::vector<Site>>
      LibraryCallers;
  std::map<Code, std::vector<const abi::CalleeRec *>> Callees;
  /// What workOfCall() has found; 0 while it is looking.
  std::map<Code, double> Works;
};

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_CALLINGLOOPS_H
