//===- DoLoops.h - The bodies of do loops -----------------------*- C++ -*-===//
//
// The front end counts how often a do loop is repeated, in a block of its own
// between the condition and the body, and says that the body is executed as
// often as the loop is entered and repeated together. One count in the body
// takes the place of two, and the loop has neither that block nor the jump to
// its start.
//
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

  /// The block that is executed as often as \p Entered and \p Repeated
  /// together, where a count of it begins with the instruction that is
  /// returned; null if there is none. \p Entered and \p Repeated are
  /// instructions of one function in the front end's code.
  llvm::Instruction *bodyOf(llvm::Instruction &Entered,
                            llvm::Instruction &Repeated);

private:
  struct Shape;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Shape>> Shapes;

  Shape &shapeOf(llvm::Function &F);
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINES_DOLOOPS_H
