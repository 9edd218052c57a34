//===- RegionMatching.h - Matches code with regions -------------*- C++ -*-===//
//
// Matches regions on the front end's IR, where each function of the source is
// one function and each mark one call. Functions that are regions get an
// attribute, by which RegionCode recognises them in final code, so that their
// code is the plain build's. Marks become calls of the runtime.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_REGIONS_REGIONMATCHING_H
#define UDPC_PASSES_PROFILE_REGIONS_REGIONMATCHING_H

#include "profdata/cache/RegionPlaces.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class DISubprogram;
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace udpc {

struct EventSpec;
struct Markers;

/// Matches the regions of \p Spec, or, if that is null, those of the option
/// -udpc-profile. Has no effect if \p M is not profiled. A function belongs to
/// the first region that matches it.
void matchRegions(llvm::Module &M, const EventSpec *Spec, const Markers &Marks);

/// Replaces tail calls in functions that are regions by calls: a tail call
/// would leave the region before the callee returns. Recursion that has become
/// a loop stays one. Runs after optimisation.
class RegionTailCallsPass : public llvm::PassInfoMixin<RegionTailCallsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// A pattern of regions in a module.
struct MatchedRegion {
  /// The pattern's record, in the section UDPC_REGIONS_SECTION; it has no
  /// contents yet.
  llvm::GlobalVariable *Record = nullptr;
  RegionPlace Place; ///< Without NumPlaces and NumInlined of functions.
  /// The functions that it matched before they were inlined, as far as they
  /// have debug information.
  llvm::SmallPtrSet<const llvm::DISubprogram *, 4> Functions;

  /// Whether a function with this attribute belongs to the region.
  bool hasFunction(llvm::StringRef Attribute) const;
};

std::vector<MatchedRegion> findMatchedRegions(const llvm::Module &M);

/// The attribute of functions that are regions; else "".
llvm::StringRef regionAttributeOf(const llvm::Function &F);

/// The name of the region that \p F is; "" if it is none.
std::string regionOf(const llvm::Function &F);

/// Defines the functions of the runtime that code calls, for programs without
/// the runtime: they do nothing.
void defineMissingRegions(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_REGIONS_REGIONMATCHING_H
