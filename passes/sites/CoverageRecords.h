//===- CoverageRecords.h - The front end's coverage records ----*- C++ -*-===//
//
// With `-fprofile-instrument=clang -fcoverage-mapping` clang leaves in the IR
// what llvm-cov works from: counters in the code (llvm.instrprof.increment)
// and, for each function, the regions of source that these counters stand for.
// Line events are made of exactly that, which is why they agree with llvm-cov.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_COVERAGERECORDS_H
#define UDPC_PASSES_SITES_COVERAGERECORDS_H

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

/// What the front end recorded of one function.
struct CoveredFunction {
  uint64_t NameHash = 0;
  std::vector<std::string> Files; ///< By file ID; absolute.
  std::vector<llvm::coverage::CounterExpression> Expressions;
  std::vector<llvm::coverage::CounterMappingRegion> Regions;
  /// Linkage name; "" when no code of the function is in the module.
  std::string Name;
  llvm::Function *Code = nullptr;
  /// By counter number: the places in the code where it counts.
  std::map<unsigned, std::vector<llvm::InstrProfIncrementInst *>> Counters;
};

/// Reads the records of \p M. Empty when the module was compiled without them.
llvm::Expected<std::vector<CoveredFunction>>
readCoverageRecords(llvm::Module &M);

/// Removes the records and the counters, as if the module had been compiled
/// without them.
void removeCoverageRecords(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_SITES_COVERAGERECORDS_H
