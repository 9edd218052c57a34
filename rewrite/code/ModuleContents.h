//===- ModuleContents.h - What is known of each byte of code ---*- C++ -*-===//
//
// The state of ModuleCode, which the planner reads. These files fill it in, in
// this order: FunctionFinder.cpp, AddressConstants.cpp,
// CodeTraversal.cpp, FunctionParts.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_CODE_MODULECONTENTS_H
#define UDPC_REWRITE_CODE_MODULECONTENTS_H

#include "rewrite/code/ModuleCode.h"
#include "rewrite/code/ModuleInstruction.h"
#include <map>
#include <set>

namespace udpc {

/// What a byte of code is. Several hold at once.
enum ByteFlags : uint16_t {
  /// The start of an instruction that is reached from a known function.
  ReachedStart = 1,
  /// Within such an instruction, its start included.
  ReachedByte = 2,
  /// A jump may lead here, or an address is taken of it.
  JumpTarget = 4,
  /// Two instructions that are reached overlap here.
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
  /// The frame of a signal handler returns here: unwinders know the code by its
  /// bytes.
  SignalReturnByte = 512,
  /// Code of the Go compiler. Its runtime enters functions at addresses that it
  /// computes, such as that after the first instruction of runtime.goexit, and
  /// finds functions by where a fault occurs.
  GoByte = 1024,
  /// A built-in function of V8, which runs copies of them
  /// (--short-builtin-calls).
  CopiedByte = 2048,
  /// Code that must stay as it is.
  FixedBytes = SignalReturnByte | GoByte | CopiedByte,
};

/// A section of code.
struct CodeSection {
  uint64_t Address = 0;
  llvm::ArrayRef<uint8_t> Bytes;
  std::vector<uint16_t> Flags;  ///< ByteFlags of each byte.
  std::vector<uint8_t> Lengths; ///< At ReachedStart: the instruction's.
  uint64_t end() const { return Address + Bytes.size(); }
};

/// A section of data that the file has the contents of.
struct DataSection {
  uint64_t Address = 0;
  llvm::ArrayRef<uint8_t> Bytes;
  uint64_t end() const { return Address + Bytes.size(); }
};

/// An instruction that transfers control.
struct FlowInstruction {
  uint64_t Address = 0;
  uint64_t Target = 0; ///< If it is direct.
  Flow Kind = Flow::Next;
  uint8_t Size = 0;
  bool IsReached = false;
};

/// The address range that a symbol or an entry of .eh_frame gives a function,
/// or a part of one.
struct CodeRangeOfFunction {
  AddressRange Range;
  llvm::SmallVector<llvm::StringRef, 1> Names;
  bool IsResolver = false;
  /// It has a name that others link with, or its address is taken.
  bool IsExported = false;
  uint64_t ExceptionTable = 0; ///< Its .gcc_except_table, or 0.
  /// Another range, of which this one is a part, as an index, or -1.
  int32_t PartOf = -1;
  /// One of the tables of data that it names is a jump table of its own, with
  /// distances.
  bool HasJumpTable = false;
  /// An address within it, but the first, is a constant: in code, or in data,
  /// as jump tables with addresses have them.
  bool HasLabels = false;
  /// A jump table of the function leads to its first instruction.
  bool BeginsAtTableTarget = false;
  /// It has an indirect jump whose targets are not all known.
  bool HasUnknownJump = false;
  /// The first instruction of it that is not reached, or 0.
  uint64_t UnknownCode = 0;
};

struct ModuleCode::Contents {
  std::optional<InstructionReader> Reader;
  std::vector<CodeSection> Sections;       ///< By address, not empty, disjoint.
  std::vector<DataSection> Data;           ///< By address.
  std::vector<CodeRangeOfFunction> Ranges; ///< By address, disjoint.
  std::vector<CodeFunction> Functions;
  std::vector<FlowInstruction> Flows;  ///< By address.
  std::vector<uint32_t> FlowsByTarget; ///< Of direct ones, by target.
  /// Addresses in code that data or code has as a constant.
  std::vector<uint64_t> AddressConstants;
  /// Addresses in data that code has as a constant, and who has them.
  std::set<std::pair<uint64_t, uint64_t>> DataReferences;
  bool IsPositionIndependent = true;
  bool HasShadowStack = false;

  /// Null if \p Address is in none.
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
  /// The index of the range that \p Address is in, or -1.
  int32_t rangeAt(uint64_t Address) const;
  /// The index of the function's own range, which \p Range may be a part of.
  int32_t functionOf(int32_t Range) const;
  /// Sorts Flows, and fills FlowsByTarget in: what the next two need.
  void sortFlows();
  /// The flow instructions with addresses in \p Range.
  llvm::ArrayRef<FlowInstruction> flowsIn(AddressRange Range) const;
  /// Calls \p Visit with each direct branch, jump or call to \p Target.
  void
  forEachFlowTo(uint64_t Target,
                llvm::function_ref<void(const FlowInstruction &)> Visit) const;
  /// The bytes of data at \p Address to the end of their section.
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
/// Assigns parts to their functions, and makes Functions.
void joinFunctionParts(ModuleCode::Contents &C);

} // namespace udpc

#endif // UDPC_REWRITE_CODE_MODULECONTENTS_H
