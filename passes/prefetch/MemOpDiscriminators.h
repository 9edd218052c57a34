//===- MemOpDiscriminators.h - Discriminators of operations -----*- C++ -*-===//
//
// Chooses the discriminators by which the keys of memory operations in one line
// differ. Used by DiscriminateMemOps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_MEMOPDISCRIMINATORS_H
#define UDPC_PASSES_PREFETCH_MEMOPDISCRIMINATORS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace llvm {
class DILocation;
class DISubprogram;
} // namespace llvm

namespace udpc {

/// Where the keys of a function's memory operations are recorded.
enum class KeyStore {
  None,      ///< Operations have no keys of their own.
  Section,   ///< A section of their own (KeySectionEmitter.h).
  DebugInfo, ///< Discriminators of the line table, as in LLVM's pass.
};

/// The discriminator of \p At in keys: the base discriminator. In keys of the
/// debug information a call with a pseudo probe has the probe's number, by
/// which LLVM replaces it; other keys do not depend on probes.
uint32_t keyDiscriminator(const llvm::DILocation &At, KeyStore Store);

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
  explicit MemOpDiscriminators(KeyStore Store) : Store(Store) {}

  /// Registers the location of an instruction. To be called for all of the
  /// function before the first claim.
  void addCode(const llvm::DILocation &At);

  /// A discriminator for a memory operation at \p At: its own if unclaimed,
  /// else a new one. None if no discriminator is left.
  std::optional<uint32_t> claim(const llvm::DILocation &At);

  /// Claims a location that cannot change. False if it is claimed.
  bool claimAsItIs(const llvm::DILocation &At);

  /// A new discriminator, in any case, for an operation without a location,
  /// near one at \p At.
  std::optional<uint32_t> claimNew(const llvm::DILocation &At);

private:
  using Line = std::pair<llvm::StringRef, unsigned>; ///< A file and a line.
  using Distance = std::pair<const llvm::DISubprogram *, unsigned>;

  struct LineState {
    uint32_t Highest = 0; ///< The highest base discriminator in use.
    llvm::DenseSet<uint32_t> Claimed;
  };

  static Distance distanceOf(const llvm::DILocation &At);
  LineState &lineOf(const llvm::DILocation &At);

  /// The highest new discriminator: debug information can hold no higher one,
  /// and hints have 32 bits.
  uint32_t limit() const {
    return Store == KeyStore::DebugInfo ? 0xfff : UINT32_MAX;
  }
  uint32_t discriminatorOf(const llvm::DILocation &At) const {
    return keyDiscriminator(At, Store);
  }

  KeyStore Store;
  llvm::DenseMap<Line, LineState> Lines;
  /// The first line with an offset represents all.
  llvm::DenseMap<Distance, Line> Leaders;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_MEMOPDISCRIMINATORS_H
