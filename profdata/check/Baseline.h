//===- Baseline.h - The costs that later runs are compared with -*- C++ -*-===//
//
// The costs of one or several runs of a program, by program, file, function and
// region. The text format is for version control: docs/check.md, "The file".
// Used by `udpc baseline` and `udpc check`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CHECK_BASELINE_H
#define UDPC_PROFDATA_CHECK_BASELINE_H

#include "profdata/check/CostSelection.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// The costs of one event in all runs, from the least to the most.
struct CostRange {
  int64_t Least = 0, Most = 0;

  bool varies() const { return Least != Most; }
  void widen(const CostRange &Other);
  /// Adds, saturating.
  void add(const CostRange &Other);
  bool operator==(const CostRange &Other) const {
    return Least == Other.Least && Most == Other.Most;
  }
};

/// One range for each of Baseline::Events, in that order.
using CostRanges = std::vector<CostRange>;

/// A function's name, and the file where it is defined (in Cachegrind's files:
/// the file of the code).
struct DefinedFunction {
  std::string File, Name;

  bool operator<(const DefinedFunction &Other) const {
    return std::tie(File, Name) < std::tie(Other.File, Other.Name);
  }
  bool operator==(const DefinedFunction &Other) const {
    return File == Other.File && Name == Other.Name;
  }
};

/// Numbers of calls of functions without a profile, by their demangled names,
/// and "(through pointers)".
using CallNumbers = std::map<std::string, CostRange>;

/// The measured costs of a program.
class Baseline {
public:
  std::string Program; ///< The file name of the executable.
  std::vector<std::string> Events;
  /// What counted the events, for example "D1 cache: 32768 B, 64 B, 8-way
  /// associative".
  std::vector<std::string> Measured;
  unsigned NumRuns = 0;
  CostSelection Selection;
  /// Files and functions are listed if their costs reach this percentage of the
  /// program's costs in any event.
  double LeastPercent = 0;

  CostRanges Total;
  std::map<std::string, CostRanges> Files;
  /// The costs of their own code.
  std::map<DefinedFunction, CostRanges> Functions;
  /// Including everything that they called; empty without calls.
  std::map<DefinedFunction, CostRanges> Inclusive;
  std::map<std::string, CostRanges> Regions;
  CallNumbers Calls;                              ///< Of the whole program.
  std::map<std::string, CallNumbers> RegionCalls; ///< By region.
  /// The functions of regions; empty where only the regions' costs are known.
  std::map<std::string, std::map<DefinedFunction, CostRanges>> RegionFunctions;
  /// Whether all such calls of the selected code are known: not in files of
  /// Valgrind, and not of selected functions.
  bool HasCalls = false;

  /// The percentage of instructions in code whose calls were not recorded,
  /// which Inclusive does not include. Not in the text.
  double WithoutCalls = 0;

  /// Samples of CPU time in all runs, if any took some, and the number of them
  /// in code without a profile. Not in the text.
  uint64_t TimeSamples = 0, UnprofiledSamples = 0;

  /// The first lines of functions, if known. Not in the text.
  std::map<DefinedFunction, unsigned> Lines;

  /// Adds other runs of the same program, which widens the ranges. Rows that a
  /// run lacks cost 0 in it. Fails if the events or what was measured differ.
  llvm::Error add(const Baseline &Run);
  /// Removes the files and functions below LeastPercent of the program, and the
  /// functions of regions below that of the region.
  void removeSmall();
  /// Changes names of files and functions. Rows whose names become equal are
  /// added up.
  void rename(llvm::ArrayRef<NameChange> FileChanges,
              llvm::ArrayRef<NameChange> FunctionChanges);

  /// Returns the position of \p Event, or the number of events.
  size_t eventIndex(llvm::StringRef Event) const;

  void print(llvm::raw_ostream &OS) const;
  /// Parses the text format and checks everything. Errors are "file:line:
  /// message".
  static llvm::Expected<Baseline> parse(llvm::StringRef Text,
                                        llvm::StringRef Name);
  static bool isBaseline(llvm::StringRef Bytes);
};

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_BASELINE_H
