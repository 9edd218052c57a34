//===- MemOpDiscriminators.h - A discriminator for each operation -*- C++ -*-=//

#ifndef UDPC_PASSES_PREFETCH_MEMOPDISCRIMINATORS_H
#define UDPC_PASSES_PREFETCH_MEMOPDISCRIMINATORS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {
class DILocation;
class DISubprogram;
} // namespace llvm

namespace udpc {

/// Hands out base discriminators in one function, so that no two memory
/// operations of a line have the same. The rules are those of LLVM's
/// X86DiscriminateMemOps, and so are the results: the first operation with a
/// discriminator keeps it, others get the lowest that no code of the line has.
///
/// Keys know lines by their distance from the function's, 16 bits, and know no
/// files. LLVM's pass does not mind; here, lines that have the same distance
/// (a file included in a function's body, functions of 65,536 lines) share
/// their discriminators as if they were one.
class MemOpDiscriminators {
public:
  /// Tells of code, whatever it is. To be called for all of the function
  /// before the first claim.
  void addCode(const llvm::DILocation &At);

  /// The location for a memory operation that has \p At: \p At itself if no
  /// other has claimed it, else with a new discriminator. Null if there is no
  /// discriminator left that could be encoded.
  const llvm::DILocation *claim(const llvm::DILocation &At);

  /// The same for a location that has to stay. False if another has claimed
  /// it.
  bool claimAsItIs(const llvm::DILocation &At);

  /// The same, but always with a new discriminator: for operations without a
  /// location, near one at \p At.
  const llvm::DILocation *claimNew(const llvm::DILocation &At);

private:
  using Line = std::pair<llvm::StringRef, unsigned>; ///< Of a file.
  using Distance = std::pair<const llvm::DISubprogram *, unsigned>;

  struct LineState {
    unsigned Highest = 0; ///< Base discriminator that some code has.
    llvm::DenseSet<unsigned> Claimed;
  };

  /// What debug information can hold.
  static constexpr unsigned MaxBase = 0xfff;

  static Distance distanceOf(const llvm::DILocation &At);
  LineState &lineOf(const llvm::DILocation &At);

  llvm::DenseMap<Line, LineState> Lines;
  /// The first line at a distance stands for all.
  llvm::DenseMap<Distance, Line> Leaders;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_MEMOPDISCRIMINATORS_H
