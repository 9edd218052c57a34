//===- Segments.h - Code that is always executed together ------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_SEGMENTS_H
#define UDPC_PASSES_PROFILE_SEGMENTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace udpc {

/// Instructions that are always executed together. A machine block is more than
/// one segment if control may leave it in the middle, or come in: `jne A; jmp
/// B`, setjmp.
struct Segment {
  llvm::MachineBasicBlock *Block = nullptr;
  /// Those that become code, in order.
  std::vector<llvm::MachineInstr *> Instructions;
  /// The repetitions of one string instruction (rep movs). That it is executed
  /// at all, which counts as one instruction more, belongs to the segment
  /// before, which has it as well.
  bool IsRepetition = false;
  /// Or else: NOPs in front of Block, which align it, where control falls into
  /// it. Other ways into it do not come through them.
  unsigned NumNops = 0;
  /// Where control goes behind it: segments, by index.
  llvm::SmallVector<unsigned, 2> Successors;
  /// Control comes from outside the function, or leaves it. Calls that come
  /// back do neither.
  bool IsEntry = false, IsExit = false;
};

/// Whether \p MI becomes code in the object file.
bool isCode(const llvm::MachineInstr &MI);

/// Whether \p MI is a string instruction with a prefix that repeats it as often
/// as %rcx says.
bool isRepeated(const llvm::MachineInstr &MI);

/// How many NOPs stand in front of blocks that are aligned; those without have
/// no entry.
using NopsOfBlocks = llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned>;

/// The segments of final code: those with instructions in its order, NOPs, then
/// repetitions.
std::vector<Segment> findSegments(llvm::MachineFunction &MF,
                                  const NopsOfBlocks &NumNops = NopsOfBlocks());

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SEGMENTS_H
