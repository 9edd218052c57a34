//===- Processor.h - Processors of binaries ---------------------*- C++ -*-===//
//
// The interface to everything processor-specific that reading a binary's code
// needs. One file in processor/ implements it for each processor.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_PROCESSOR_PROCESSOR_H
#define UDPC_PROFDATA_BINARY_PROCESSOR_PROCESSOR_H

#include "udpc/encoding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace llvm {
class MCInst;
class MCInstrDesc;
class MCRegisterInfo;
class Triple;
namespace object {
class ELFObjectFileBase;
} // namespace object
} // namespace llvm

namespace udpc {

/// The kind of memory operand that an instruction has.
enum class OperandKind {
  None,
  Memory,
  Prefetch,
};

/// The udpc instruction of a processor (udpc/encoding.h).
struct InstructionEncoding {
  size_t Size;  ///< Bytes.
  size_t Align; ///< The alignment of instructions.
  bool (*Decode)(const uint8_t *Code, encoding::Instruction &Out);
  /// The type of the relocations for pointers into the same file.
  uint32_t RelativeRelocation;
};

/// A processor of binaries. All instances are constants.
class Processor {
public:
  virtual ~Processor() = default;

  /// The name for messages.
  virtual llvm::StringRef name() const = 0;
  virtual bool fits(const llvm::Triple &T) const = 0;
  /// The number of the processor in ELF files.
  virtual uint16_t elfMachine() const = 0;

  /// Registers LLVM's disassembler of the processor, once or more.
  virtual void initializeDisassembler() const = 0;

  /// Returns what operand the decoded instructions with the description \p Desc
  /// and the name \p Name have.
  virtual OperandKind operandKind(const llvm::MCInstrDesc &Desc,
                                  llvm::StringRef Name) const = 0;

  /// Whether each element that \p I accesses has its own address.
  virtual bool
  hasVectorOfAddresses(const llvm::MCInst &I, const llvm::MCInstrDesc &Desc,
                       llvm::StringRef Name,
                       const llvm::MCRegisterInfo &Registers) const = 0;

  /// Returns features that the disassembler needs for code of \p File and that
  /// the file does not name.
  virtual llvm::ArrayRef<llvm::StringRef>
  missingFeatures(const llvm::object::ELFObjectFileBase &File) const {
    return {};
  }

  /// Returns the processor's udpc instruction, or null.
  virtual const InstructionEncoding *udpcInstruction() const { return nullptr; }
};

/// Return the processor that fits, or null.
const Processor *findProcessor(const llvm::Triple &T);
const Processor *findProcessor(uint16_t ElfMachine);

/// Returns a list for messages of the processors that \p Wanted selects:
/// "x86-64, riscv64 and AArch64".
std::string processorNames(llvm::function_ref<bool(const Processor &)> Wanted);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_PROCESSOR_PROCESSOR_H
