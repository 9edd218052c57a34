//===- InstructionDecoder.h - Decodes instructions of a binary --*- C++ -*-===//
//
// Wraps LLVM's disassembler for the processors that udpc knows. Used by
// BinaryOperations and rewrite/.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_INSTRUCTIONDECODER_H
#define UDPC_PROFDATA_BINARY_INSTRUCTIONDECODER_H

#include "profdata/binary/processor/Processor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class MCInstrDesc;
namespace object {
class ELFObjectFileBase;
} // namespace object
} // namespace llvm

namespace udpc {

struct DecodedInstruction {
  llvm::MCInst Code;
  unsigned Size = 0; ///< Bytes, at least 1.
  bool IsValid = false;
};

/// Decodes instructions of one processor by LLVM's disassembler.
class InstructionDecoder {
public:
  /// Fails if this LLVM cannot decode code for \p File's processor.
  static llvm::Expected<std::unique_ptr<InstructionDecoder>>
  create(const llvm::object::ELFObjectFileBase &File);
  ~InstructionDecoder();

  /// Decodes the instruction at the start of \p Bytes, which are not empty. If
  /// there is none, Size of the result is the number of bytes to skip.
  DecodedInstruction decode(llvm::ArrayRef<uint8_t> Bytes,
                            uint64_t Address) const;

  OperandKind kindOf(const llvm::MCInst &I) const;
  const llvm::MCInstrDesc &descriptionOf(const llvm::MCInst &I) const;
  /// Returns why the memory operation \p I cannot be prefetched; "" if it can.
  std::string whyNotPrefetchable(const llvm::MCInst &I) const;
  std::string assembly(const llvm::MCInst &I, uint64_t Address) const;

private:
  InstructionDecoder();
  struct Machinery;
  std::unique_ptr<Machinery> MC;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_INSTRUCTIONDECODER_H
