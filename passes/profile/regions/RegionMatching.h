//===- RegionMatching.h - Which code is a region ----------------*- C++ -*-===//
//
// On the front end's IR, where each function of the source is one function and
// each mark one call. Functions that are regions get an attribute, by which
// RegionCode knows them in final code, so that their code is the plain build's.
// Marks become calls of the runtime.
//
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

/// Matches the regions of \p Spec; null: those of the option -udpc-profile. Has
/// no effect where \p M is not profiled. A function is of the first region that
/// matches it.
void matchRegions(llvm::Module &M, const EventSpec *Spec, const Markers &Marks);

/// After optimisation: functions that are regions get calls in place of jumps
/// to other functions at their end, which would leave them before these return.
/// Recursion that has become a loop stays one.
class RegionTailCallsPass : public llvm::PassInfoMixin<RegionTailCallsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// A pattern of regions in a module.
struct MatchedRegion {
  /// Its record, in the section UDPC_REGIONS_SECTION; it has no contents yet.
  llvm::GlobalVariable *Record = nullptr;
  RegionPlace Place; ///< Without NumPlaces and NumInlined of functions.
  /// The functions that it matched before they were inlined, those with debug
  /// information.
  llvm::SmallPtrSet<const llvm::DISubprogram *, 4> Functions;

  /// Whether a function with this attribute is one of it.
  bool hasFunction(llvm::StringRef Attribute) const;
};

std::vector<MatchedRegion> findMatchedRegions(const llvm::Module &M);

/// Of functions that are regions; else "".
llvm::StringRef regionAttributeOf(const llvm::Function &F);

/// The name of the region that \p F is; "" if it is none.
std::string regionOf(const llvm::Function &F);

/// What code refers to where the runtime is not linked: functions that do
/// nothing.
void defineMissingRegions(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_REGIONS_REGIONMATCHING_H
