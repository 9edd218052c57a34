//===- MemoryOperationKey.h - Keys of memory operations ---------*- C++ -*-===//
//
// A key identifies an instruction with a memory operand across builds, by its
// debug information. The passes make keys from locations in machine code,
// readers of binaries from DWARF.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_OPERATIONS_MEMORYOPERATIONKEY_H
#define UDPC_PROFDATA_BINARY_OPERATIONS_MEMORYOPERATIONKEY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace udpc {

/// A place in a function: of the operation, or where the next function of the
/// stack was inlined.
struct KeyFrame {
  /// The linkage name, or the plain name if there is none (C). In hints with
  /// hashes (HintSet::HasHashes), the decimal hash.
  std::string Function;
  /// The line offset from the function's first line, 0 to 65535: LLVM's
  /// profiles keep the low 16 bits of the difference.
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

/// Returns a C++ linkage name as "Class::function", without namespaces,
/// template arguments and parameters. Other names are unchanged.
std::string shortFunctionName(llvm::StringRef Linkage);

/// The key of one instruction with a memory operand. Has at least one frame.
struct MemoryOperationKey {
  /// From the outermost function, which contains the code, to the innermost,
  /// whose source contains the operation.
  std::vector<KeyFrame> Frames;

  /// Returns "caller:2 @ sum:3.1": for each frame the function, the line
  /// offset, and the discriminator if it is not 0.
  std::string text() const;

  /// Returns a text for display: "caller:2 @ … @ Set::find:3.1", with
  /// shortFunctionName, and only the ends of a deep stack.
  std::string shortText() const;

  /// Returns the outermost function.
  const std::string &function() const { return Frames.front().Function; }

  /// Returns the key of the line: without the innermost discriminator.
  MemoryOperationKey line() const {
    MemoryOperationKey Line = *this;
    Line.Frames.back().Discriminator = 0;
    return Line;
  }

  MemoryOperationKey withoutDiscriminators() const {
    MemoryOperationKey Key = *this;
    for (KeyFrame &F : Key.Frames)
      F.Discriminator = 0;
    return Key;
  }

  bool operator<(const MemoryOperationKey &R) const {
    return Frames < R.Frames;
  }
  bool operator==(const MemoryOperationKey &R) const {
    return Frames == R.Frames;
  }
};

/// Returns the function name of \p Symbol in keys: without the suffixes that
/// LLVM appends to promoted and partial copies, but with those of
/// -funique-internal-linkage-names, which distinguish functions of the same
/// name. (The result of LLVM's FunctionSamples::getCanonicalFnName depends on
/// the last profile that the process has read.)
llvm::StringRef functionInKeys(llvm::StringRef Symbol);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_OPERATIONS_MEMORYOPERATIONKEY_H
