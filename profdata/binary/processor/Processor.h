//===- Processor.h - What binaries of a processor look like ----*- C++ -*-===//
//
// The interface to all that reading a binary's code needs to know of its
// processor, one file for each processor in processor/.
//
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

enum class OperandKind {
  None,
  Memory,
  Prefetch,
};

/// The udpc instruction of a processor (udpc/encoding.h).
struct InstructionEncoding {
  size_t Size;  ///< Bytes.
  size_t Align; ///< Where instructions may begin.
  bool (*Decode)(const uint8_t *Code, encoding::Instruction &Out);
  /// The type of relocations that stand for a pointer in the same file.
  uint32_t RelativeRelocation;
};

/// Instances are constants.
class Processor {
public:
  virtual ~Processor() = default;

  /// For messages.
  virtual llvm::StringRef name() const = 0;
  virtual bool fits(const llvm::Triple &T) const = 0;
  /// The number of the processor in ELF files.
  virtual uint16_t elfMachine() const = 0;

  /// Registers LLVM's disassembler of the processor, once or more.
  virtual void initializeDisassembler() const = 0;

  /// What instructions with the description \p Desc and the name \p Name have,
  /// when they come from a disassembler.
  virtual OperandKind operandKind(const llvm::MCInstrDesc &Desc,
                                  llvm::StringRef Name) const = 0;

  /// Whether each element that \p I accesses has an address of its own.
  virtual bool
  hasVectorOfAddresses(const llvm::MCInst &I, const llvm::MCInstrDesc &Desc,
                       llvm::StringRef Name,
                       const llvm::MCRegisterInfo &Registers) const = 0;

  /// Features that the disassembler needs for code of \p File and that the file
  /// does not name.
  virtual llvm::ArrayRef<llvm::StringRef>
  missingFeatures(const llvm::object::ELFObjectFileBase &File) const {
    return {};
  }

  /// Null if it has none.
  virtual const InstructionEncoding *udpcInstruction() const { return nullptr; }
};

/// Those that fit, or null.
const Processor *findProcessor(const llvm::Triple &T);
const Processor *findProcessor(uint16_t ElfMachine);

/// "x86-64, riscv64 and AArch64": those that \p Wanted says, for messages.
std::string processorNames(llvm::function_ref<bool(const Processor &)> Wanted);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_PROCESSOR_PROCESSOR_H
