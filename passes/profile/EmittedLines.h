//===- EmittedLines.h - Lines of the emitted line table ---------*- C++ -*-===//

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

/// A row of the object file's line table, as readers of debug info such as
/// Valgrind see it.
struct EmittedLine {
  const llvm::DIFile *File = nullptr; ///< Null: no debug info.
  unsigned Line = 0;
};

/// The lines of all code of \p MF. An instruction without a location has that
/// of the previous row, which may be line 0.
struct FunctionLines {
  llvm::DenseMap<const llvm::MachineInstr *, EmittedLine> Code;
  /// The rows of NOPs that align a block.
  llvm::DenseMap<const llvm::MachineBasicBlock *, EmittedLine> Padding;
};
FunctionLines emittedLines(const llvm::MachineFunction &MF);

/// The lines of all functions that are profiled.
using ModuleLines =
    llvm::DenseMap<const llvm::MachineFunction *, FunctionLines>;

/// Creates a pass that records the lines in \p Lines before memory operations
/// get unique locations, which a plain build does not have.
llvm::FunctionPass *createRecordLinesPass(std::shared_ptr<ModuleLines> Lines);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_EMITTEDLINES_H
