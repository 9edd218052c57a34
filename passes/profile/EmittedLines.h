//===- EmittedLines.h - Which line an instruction is at ---------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_EMITTEDLINES_H
#define UDPC_PASSES_PROFILE_EMITTEDLINES_H

#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace llvm {
class DIFile;
class FunctionPass;
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace udpc {

/// A place as the line table of the object file has it. What reads programs
/// with their debug info, as Valgrind does, knows no other.
struct EmittedLine {
  const llvm::DIFile *File = nullptr; ///< Null: no debug info.
  unsigned Line = 0;
};

/// The lines of all code of \p MF. An instruction without a place of its own
/// has one all the same in the table: that of the last row before it, which may
/// be line 0.
struct FunctionLines {
  llvm::DenseMap<const llvm::MachineInstr *, EmittedLine> Code;
  /// Where the NOPs are that align a block.
  llvm::DenseMap<const llvm::MachineBasicBlock *, EmittedLine> Padding;
};
FunctionLines emittedLines(const llvm::MachineFunction &MF);

/// The lines of all functions that are profiled.
using ModuleLines =
    llvm::DenseMap<const llvm::MachineFunction *, FunctionLines>;

/// Notes lines in \p Lines before memory operations are given places of their
/// own, which a plain build does not do.
llvm::FunctionPass *createRecordLinesPass(std::shared_ptr<ModuleLines> Lines);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_EMITTEDLINES_H
