//===- HintSearch.h - Which groups of hints pay ----------------*- C++ -*-===//
//
// Halves what is in question until each group of hints is known to pay or is
// out. Builds nothing and runs nothing: who asks says how to compare.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_LOOP_HINTSEARCH_H
#define UDPC_TOOLS_UDPC_LOOP_HINTSEARCH_H

#include "profdata/measure/PairedRatios.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// What comparing two builds has shown.
struct Comparison {
  SpeedUp Gain; ///< Of the second over the first.
  Effect Shown = Effect::None;
  size_t NumPairs = 0; ///< 0: their code is the same.
};

/// What became of a group.
struct GroupVerdict {
  bool Kept = false;
  /// What the group gains beside all that was in use then, itself and the
  /// groups that were tried together with it.
  Comparison Tried;
  size_t NumTogether = 0; ///< How many groups were tried; 0: none was.
  /// The budget was used up before it was this group's turn alone.
  bool OutOfBudget = false;
};

/// Indices of groups, in order.
using GroupSet = std::vector<unsigned>;

class HintSearch {
public:
  using Compare = llvm::function_ref<llvm::Expected<Comparison>(
      const GroupSet &Without, const GroupSet &With)>;

  /// \p Functions: by group, the function whose code it is in. Groups are in
  /// order of functions. \p Budget: how many comparisons at most.
  HintSearch(llvm::ArrayRef<std::string> Functions, unsigned Budget)
      : Functions(Functions), Budget(Budget) {}

  /// The verdicts by group.
  llvm::Expected<std::vector<GroupVerdict>> run(Compare How);

  /// How many comparisons are left.
  unsigned budget() const { return Budget; }

private:
  std::pair<GroupSet, GroupSet> halves(const GroupSet &Chunk) const;

  llvm::ArrayRef<std::string> Functions;
  unsigned Budget;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_HINTSEARCH_H
