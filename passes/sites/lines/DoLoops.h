//===- DoLoops.h - Bodies of do loops ---------------------------*- C++ -*-===//
//
// The front end counts the repetitions of a do loop in a block of its own
// between the condition and the body, and describes the body's count as the sum
// of entries and repetitions. A single count in the body replaces the two, and
// the loop needs neither that block nor the jump to its start.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINES_DOLOOPS_H
#define UDPC_PASSES_SITES_LINES_DOLOOPS_H

#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace udpc {

class DoLoops {
public:
  DoLoops();
  ~DoLoops();

  /// The first instruction of the block that is executed as often as \p Entered
  /// and \p Repeated together, before which a count of it is inserted; null if
  /// there is none. \p Entered and \p Repeated are instructions of one function
  /// in the front end's code.
  llvm::Instruction *bodyOf(llvm::Instruction &Entered,
                            llvm::Instruction &Repeated);

private:
  struct Shape;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Shape>> Shapes;

  Shape &shapeOf(llvm::Function &F);
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINES_DOLOOPS_H
