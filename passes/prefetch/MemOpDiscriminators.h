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

/// Assigns base discriminators in one function, so that no two memory
/// operations of a line have the same. The rules are those of LLVM's
/// X86DiscriminateMemOps, and so are the results: the first operation with a
/// discriminator keeps it, others get the lowest that no code of the line has.
///
/// Keys contain 16-bit line offsets and no files. Unlike in LLVM's pass, lines
/// with the same offset (a file included in a function's body, functions of
/// 65,536 lines) are treated as one line.
class MemOpDiscriminators {
public:
  /// Registers the location of an instruction. To be called for all of the
  /// function before the first claim.
  void addCode(const llvm::DILocation &At);

  /// The location for a memory operation at \p At: \p At itself if unclaimed,
  /// else with a new discriminator. Null if no encodable discriminator is left.
  const llvm::DILocation *claim(const llvm::DILocation &At);

  /// Claims a location that cannot change. False if it is claimed.
  bool claimAsItIs(const llvm::DILocation &At);

  /// The same, but always with a new discriminator: for operations without a
  /// location, near one at \p At.
  const llvm::DILocation *claimNew(const llvm::DILocation &At);

private:
  using Line = std::pair<llvm::StringRef, unsigned>; ///< Of a file.
  using Distance = std::pair<const llvm::DISubprogram *, unsigned>;

  struct LineState {
    unsigned Highest = 0; ///< The highest base discriminator in use.
    llvm::DenseSet<unsigned> Claimed;
  };

  /// The limit of debug information.
  static constexpr unsigned MaxBase = 0xfff;

  static Distance distanceOf(const llvm::DILocation &At);
  LineState &lineOf(const llvm::DILocation &At);

  llvm::DenseMap<Line, LineState> Lines;
  /// The first line with an offset represents all.
  llvm::DenseMap<Distance, Line> Leaders;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_MEMOPDISCRIMINATORS_H
