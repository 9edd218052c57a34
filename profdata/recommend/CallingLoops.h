//===- CallingLoops.h - Loops that call a function --------------*- C++ -*-===//
//
// Finds which loop makes most of the calls of a function, and where: a loop
// that calls a function with pointers may prefetch those of later iterations.
// Used by Candidates.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_CALLINGLOOPS_H
#define UDPC_PROFDATA_RECOMMEND_CALLINGLOOPS_H

#include "profdata/cache/CacheProfile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>

namespace udpc {

/// A loop with a call.
struct CallingLoop {
  /// The key of an operation in the line of the call, or else of the line.
  MemoryOperationKey Key;
  std::string File;
  uint32_t Line = 0;
  double Calls = 0;
  /// Instructions from one call to the next, including those of called
  /// functions.
  double Work = 0;
  /// The fraction of all calls of the function.
  double Share = 0;
  /// Whether the called function takes different paths. Library functions do,
  /// depending on lengths or contents.
  bool HasPaths = false;
};

/// The calling loops of a profile. Calls through pointers are unknown.
class CallingLoops {
public:
  /// \p Values are those of each unit (CacheProfile::values).
  CallingLoops(const CacheProfile &Profile,
               const std::vector<std::vector<uint64_t>> &Values);

  /// Returns the loop with the call from which at least half of the calls of
  /// the function come. If a function lies between, at least half of its calls
  /// must come from one place, too.
  std::optional<CallingLoop> of(uint32_t Unit, uint32_t Function);

  /// The calls of a library function by \p Unit.
  struct LibraryCalls {
    double Calls = 0;
    /// The line with at least half of the calls, if there is one.
    std::optional<CallingLoop> Main;
    /// Whether the line, or the main call of its function, is in a loop.
    bool IsInLoop = false;
  };
  LibraryCalls ofLibrary(uint32_t Unit, llvm::StringRef Name);

private:
  struct Code {
    uint32_t Unit, Function;
    bool operator<(const Code &R) const {
      return std::tie(Unit, Function) < std::tie(R.Unit, R.Function);
    }
  };
  /// The calls in one line; unrolling makes several.
  struct Site {
    Code Caller;
    MemoryOperationKey Line; ///< Without discriminators.
    uint32_t Loop = 0;       ///< abi::NoIndex if it is in no loop.
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
  /// Returns the element of \p Sites with at least half of \p Calls, or null.
  static const Site *mainOf(llvm::ArrayRef<Site> Sites, double Calls);
  const Site *mainCaller(Code Of) const;
  /// Returns the loop of \p From, or of the main caller of its function.
  std::optional<CallingLoop> loopAround(const Site *From, CallingLoop Result);
  bool hasPaths(Code Of) const;
  MemoryOperationKey keyOf(const Site &At) const;
  std::optional<Code> calleeOf(uint32_t Unit, const abi::CalleeRec &R) const;

  const CacheProfile &Profile;
  const std::vector<std::vector<uint64_t>> &Values;
  /// Functions by symbol: those of each unit, and those that other units may
  /// call.
  std::map<std::pair<uint32_t, llvm::StringRef>, uint32_t> Own;
  std::map<llvm::StringRef, Code> Exported;
  std::map<Code, std::vector<Site>> Callers;
  std::map<std::pair<uint32_t, llvm::StringRef>, std::vector<Site>>
      LibraryCallers;
  std::map<Code, std::vector<const abi::CalleeRec *>> Callees;
  /// Results of workOfCall(); 0 while one is being computed.
  std::map<Code, double> Works;
};

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_CALLINGLOOPS_H
