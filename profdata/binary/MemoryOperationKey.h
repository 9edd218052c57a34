//===- MemoryOperationKey.h - Names a memory operation ---------*- C++ -*-===//
//
// What debug information says of an instruction with a memory operand, and what
// stays the same from one build of a source to the next. The passes make keys
// from locations in machine code, readers of binaries from DWARF.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_MEMORYOPERATIONKEY_H
#define UDPC_PROFDATA_BINARY_MEMORYOPERATIONKEY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace udpc {

/// A place in a function: where the operation is, or where the next function
/// of the stack was inlined.
struct KeyFrame {
  /// Linkage name, or the plain name where there is none (C). The decimal
  /// number of its hash in hints that came with hashes (HintSet::HasHashes).
  std::string Function;
  /// Lines below the function's own, 0 to 65535: LLVM's profiles keep the low
  /// 16 bits of the difference.
  uint32_t LineOffset = 0;
  uint32_t Discriminator = 0; ///< Base discriminator.

  bool operator<(const KeyFrame &R) const {
    return std::tie(Function, LineOffset, Discriminator) <
           std::tie(R.Function, R.LineOffset, R.Discriminator);
  }
  bool operator==(const KeyFrame &R) const {
    return std::tie(Function, LineOffset, Discriminator) ==
           std::tie(R.Function, R.LineOffset, R.Discriminator);
  }
};

/// A C++ linkage name as "Class::function", without namespaces, template
/// arguments and parameters, which can fill screens. Other names as they are.
std::string shortFunctionName(llvm::StringRef Linkage);

/// Names one instruction with a memory operand. Never without frames.
struct MemoryOperationKey {
  /// The function that has the code comes first, the one whose source has the
  /// operation last.
  std::vector<KeyFrame> Frames;

  /// "caller:2 @ sum:3.1": each function, line offset, and discriminator if it
  /// is not 0.
  std::string text() const;

  /// For people: "caller:2 @ … @ Set::find:3.1". C++ names are without what
  /// shortFunctionName leaves out, and of a deep stack only the ends are there.
  std::string shortText() const;

  /// The function that has the code.
  const std::string &function() const { return Frames.front().Function; }

  bool operator<(const MemoryOperationKey &R) const {
    return Frames < R.Frames;
  }
  bool operator==(const MemoryOperationKey &R) const {
    return Frames == R.Frames;
  }
};

/// What keys call the function of \p Symbol: without what LLVM appends to
/// promoted and partial copies. Suffixes of -funique-internal-linkage-names
/// stay: they tell functions of one name apart. (What LLVM's own
/// FunctionSamples::getCanonicalFnName makes of those depends on the profile
/// that the process has read last.)
llvm::StringRef functionInKeys(llvm::StringRef Symbol);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_MEMORYOPERATIONKEY_H
