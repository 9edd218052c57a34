//===- ModuleContents.h - The decoded code of a module ----------*- C++ -*-===//
//
// The state of ModuleCode, which the planner reads. These files fill it in, in
// this order: FunctionFinder.cpp, AddressConstants.cpp, CodeTraversal.cpp,
// FunctionParts.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_CODE_MODULECONTENTS_H
#define UDPC_REWRITE_CODE_MODULECONTENTS_H

#include "rewrite/code/ModuleCode.h"
#include "rewrite/code/ModuleInstruction.h"
#include <map>
#include <set>

namespace udpc {

/// Properties of a byte of code. Several may apply.
enum ByteFlags : uint16_t {
  /// The start of an instruction that is reached from a known function.
  ReachedStart = 1,
  /// Part of such an instruction, including its start.
  ReachedByte = 2,
  /// A possible target of a jump, or an address that is taken.
  JumpTarget = 4,
  /// Two reached instructions overlap here.
  OverlapByte = 8,
  /// A function starts here.
  FunctionStart = 16,
  /// Padding that aligns the following bytes: no path leads here.
  FreeByte = 32,
  /// An indirect jump may lead here: a label whose address is taken, an entry
  /// of a jump table.
  IndirectTarget = 64,
  /// Code of a procedure linkage table.
  StubByte = 128,
  /// Not reached, and not padding.
  UnknownByte = 256,
  /// The return address in frames of signal handlers: unwinders recognise this
  /// code by its bytes.
  SignalReturnByte = 512,
  /// Code of the Go compiler. Its runtime enters functions at addresses that it
  /// computes, such as the second instruction of runtime.goexit, and identifies
  /// functions by the addresses of faults.
  GoByte = 1024,
  /// A built-in function of V8, which executes copies of them
  /// (--short-builtin-calls).
  CopiedByte = 2048,
  /// Code that must not change.
  FixedBytes = SignalReturnByte | GoByte | CopiedByte,
};

/// A section of code.
struct CodeSection {
  uint64_t Address = 0;
  llvm::ArrayRef<uint8_t> Bytes;
  std::vector<uint16_t> Flags;  ///< ByteFlags of each byte.
  std::vector<uint8_t> Lengths; ///< The instruction's length, at ReachedStart.
  uint64_t end() const { return Address + Bytes.size(); }
  /// Returns the start of the reached instruction that ends at \p End, or 0.
  uint64_t instructionBefore(uint64_t End) const;
};

/// A section of data with contents in the file.
struct DataSection {
  uint64_t Address = 0;
  llvm::ArrayRef<uint8_t> Bytes;
  uint64_t end() const { return Address + Bytes.size(); }
};

/// An instruction that transfers control.
struct FlowInstruction {
  uint64_t Address = 0;
  uint64_t Target = 0; ///< The target of a direct transfer; else 0.
  Flow Kind = Flow::Next;
  uint8_t Size = 0;
  bool IsReached = false;
};

/// The address range of a function, or of a part of one, as a symbol or an
/// entry of .eh_frame gives it.
struct CodeRangeOfFunction {
  AddressRange Range;
  llvm::SmallVector<llvm::StringRef, 1> Names;
  bool IsResolver = false;
  /// Whether a global symbol names it, or it is the file's entry point.
  bool IsExported = false;
  uint64_t ExceptionTable = 0; ///< The address in .gcc_except_table, or 0.
  /// The index of the range of which this one is a part, or -1.
  int32_t PartOf = -1;
  /// Whether one of the data tables that its code refers to is a jump table of
  /// distances into this range.
  bool HasJumpTable = false;
  /// Whether an address within it, other than its first, is a constant in code
  /// or data, as in jump tables of addresses.
  bool HasLabels = false;
  /// Whether a jump table of the function leads to its first instruction.
  bool BeginsAtTableTarget = false;
  /// Whether it has an indirect jump whose targets are not all known.
  bool HasUnknownJump = false;
  /// The first unreached byte in it that is not padding, or 0.
  uint64_t UnknownCode = 0;
};

struct ModuleCode::Contents {
  std::optional<InstructionReader> Reader;
  std::vector<CodeSection> Sections;       ///< By address, not empty, disjoint.
  std::vector<DataSection> Data;           ///< By address.
  std::vector<CodeRangeOfFunction> Ranges; ///< By address, disjoint.
  std::vector<CodeFunction> Functions;
  std::vector<FlowInstruction> Flows; ///< By address.
  /// Indices of direct transfers, by target.
  std::vector<uint32_t> FlowsByTarget;
  /// Addresses in code that are constants in data or code.
  std::vector<uint64_t> AddressConstants;
  /// Addresses in data that are constants in code, each with the address of the
  /// instruction.
  std::set<std::pair<uint64_t, uint64_t>> DataReferences;
  bool IsPositionIndependent = true;
  bool HasShadowStack = false;

  /// Returns the section that contains \p Address, or null.
  const CodeSection *sectionAt(uint64_t Address) const;
  CodeSection *sectionAt(uint64_t Address) {
    return const_cast<CodeSection *>(
        static_cast<const Contents *>(this)->sectionAt(Address));
  }
  uint16_t flagsAt(uint64_t Address) const {
    const CodeSection *S = sectionAt(Address);
    return S ? S->Flags[Address - S->Address] : 0;
  }
  /// Does nothing if \p Address is in no section.
  void addFlags(uint64_t Address, uint16_t Flags) {
    if (CodeSection *S = sectionAt(Address))
      S->Flags[Address - S->Address] |= Flags;
  }
  /// Decodes the instruction at \p Address, which is a ReachedStart.
  ModuleInstruction instructionAt(uint64_t Address) const;
  /// Returns the index of the range that contains \p Address, or -1.
  int32_t rangeAt(uint64_t Address) const;
  /// Returns the index of the main range of the function that \p Range belongs
  /// to.
  int32_t functionOf(int32_t Range) const;
  /// Sorts Flows and fills in FlowsByTarget, for flowsIn and forEachFlowTo.
  void sortFlows();
  /// Returns the flow instructions with addresses in \p Range.
  llvm::ArrayRef<FlowInstruction> flowsIn(AddressRange Range) const;
  /// Calls \p Visit with each direct branch, jump or call to \p Target.
  void
  forEachFlowTo(uint64_t Target,
                llvm::function_ref<void(const FlowInstruction &)> Visit) const;
  /// Returns the bytes of data from \p Address to the end of their section.
  llvm::ArrayRef<uint8_t> dataAt(uint64_t Address) const;
};

/// Reads sections and symbols, and .eh_frame.
llvm::Error findFunctions(const llvm::object::ELFObjectFileBase &File,
                          const llvm::object::ELFObjectFileBase *Debug,
                          ModuleCode::Contents &C);
/// Appends the landing pads of the table at \p Table to \p Pads.
void readLandingPads(const ModuleCode::Contents &C, uint64_t Table,
                     uint64_t FunctionBegin, std::vector<uint64_t> &Pads);
/// Finds addresses of code in relocations and data.
llvm::Error findAddressConstants(const llvm::object::ELFObjectFileBase &File,
                                 ModuleCode::Contents &C);
/// Decodes all code.
void traverseCode(ModuleCode::Contents &C);
/// Assigns parts to their functions, and fills in Functions.
void joinFunctionParts(ModuleCode::Contents &C);

} // namespace udpc

#endif // UDPC_REWRITE_CODE_MODULECONTENTS_H
