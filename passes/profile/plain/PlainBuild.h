//===- PlainBuild.h - Code of the build without a profile -------*- C++ -*-===//
//
// Cachegrind reads the linked program without instrumentation: the code as the
// assembly printer, the assembler and the linker leave it, and the line table.
// This header gives the same for final machine code, before anything is
// inserted. Nothing else in passes/profile knows these rules.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLAIN_PLAINBUILD_H
#define UDPC_PASSES_PROFILE_PLAIN_PLAINBUILD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace llvm {
class Comdat;
class DIFile;
class Function;
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace udpc {

/// Whether \p MI emits code in the object file. Code that counts events does
/// not: it is no part of the program.
bool isCode(const llvm::MachineInstr &MI);

/// Marks the final code of \p MF that finds the slots of events
/// (passes/lowering/unit/ThreadSlots.h) and increments them: instructions that
/// use the address of the slots, or values that it is computed from.
/// Instructions that name a symbol of ours are known without a mark. Code that
/// exists only because a register is taken (a callee-saved one, a spilled value
/// of the program) is not marked.
void markEventCode(llvm::MachineFunction &MF);

/// The number of NOPs before aligned blocks; other blocks have no entry. They
/// are executed on fall-through.
using NopsOfBlocks = llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned>;

/// The places of a function's code as the assembler chooses them.
struct FunctionLayout {
  struct Extent {
    uint32_t Offset; ///< Distance from the function's start.
    uint32_t Size;
  };
  llvm::DenseMap<const llvm::MachineInstr *, Extent> Extents;
  NopsOfBlocks NumNops;
  uint32_t Size = 0;
  uint32_t Alignment = 1;
};

/// The layout of code, which is added function by function in order.
class CodeLayout {
public:
  /// Lays out \p MF after the functions of its section that were added.
  FunctionLayout add(const llvm::MachineFunction &MF);

private:
  /// The properties that determine the section of a function.
  using SectionKey = std::tuple<llvm::StringRef, std::optional<llvm::StringRef>,
                                const llvm::Comdat *, const llvm::Function *>;
  struct Section {
    uint64_t End = 0;
    llvm::DenseMap<const llvm::Function *, uint64_t> Starts;
  };
  static SectionKey sectionOf(const llvm::Function &F, bool IsAlone);
  static const llvm::Function *functionAfter(const llvm::Function &F,
                                             bool IsAlone);

  std::map<SectionKey, Section> Sections;
};

/// Lays out a function as the only one of its section.
FunctionLayout layOut(const llvm::MachineFunction &MF);

/// Whether \p MI loads an address from the global offset table and the linker
/// is expected to relax it, since the symbol is in the executable: `movq
/// x@GOTPCREL(%rip), %rax` becomes `leaq x(%rip), %rax`. Symbols are assumed to
/// be in the executable unless the C or C++ library defines them.
bool isLoadForLinker(const llvm::MachineInstr &MI);

/// A row of the object file's line table, as readers of debug info such as
/// Valgrind see it.
struct EmittedLine {
  const llvm::DIFile *File = nullptr; ///< Null without debug info.
  unsigned Line = 0;
};

/// The lines of all code of a function. An instruction without a location has
/// the line of the previous row, which may be line 0.
struct FunctionLines {
  llvm::DenseMap<const llvm::MachineInstr *, EmittedLine> Code;
  /// The rows of NOPs that align a block.
  llvm::DenseMap<const llvm::MachineBasicBlock *, EmittedLine> Padding;
};
FunctionLines emittedLines(const llvm::MachineFunction &MF);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLAIN_PLAINBUILD_H
