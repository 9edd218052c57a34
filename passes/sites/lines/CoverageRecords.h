//===- CoverageRecords.h - The front end's coverage records -----*- C++ -*-===//
//
// With `-fprofile-instrument=clang -fcoverage-mapping` clang emits the input of
// llvm-cov: counters in the code (llvm.instrprof.increment) and, for each
// function, the source regions of these counters. Line events are derived from
// exactly these data, so they agree with llvm-cov.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINES_COVERAGERECORDS_H
#define UDPC_PASSES_SITES_LINES_COVERAGERECORDS_H

#include "llvm/ProfileData/Coverage/CoverageMapping.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class InstrProfIncrementInst;
class Function;
class Module;
} // namespace llvm

namespace udpc {

/// The front end's record of one function.
struct CoveredFunction {
  uint64_t NameHash = 0;
  std::vector<std::string> Files; ///< By file ID; absolute.
  std::vector<llvm::coverage::CounterExpression> Expressions;
  std::vector<llvm::coverage::CounterMappingRegion> Regions;
  /// The linkage name; "" if the module has no code of the function.
  std::string Name;
  llvm::Function *Code = nullptr;
  /// The increments of each counter in the code, by its number.
  std::map<unsigned, std::vector<llvm::InstrProfIncrementInst *>> Counters;
};

/// Reads the records of \p M. Empty if the module was compiled without them.
llvm::Expected<std::vector<CoveredFunction>>
readCoverageRecords(llvm::Module &M);

/// Removes the records and the counters, as if the module had been compiled
/// without them.
void removeCoverageRecords(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINES_COVERAGERECORDS_H
