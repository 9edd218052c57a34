//===- AArch64Address.h - Addresses of AArch64's operations -----*- C++ -*-===//
//
// Decodes the addresses of AArch64's memory operations for AArch64Prefetch.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_AARCH64ADDRESS_H
#define UDPC_PASSES_TARGET_AARCH64ADDRESS_H

#include "passes/target/PrefetchCodeMaker.h"

namespace udpc {

/// Extensions of an index, as the instructions encode them.
enum A64Extension { UXTW = 2, UXTX = 3, SXTW = 6, SXTX = 7 };

/// An address on AArch64, which may have an index: base + index << shift.
struct A64Address : OperandAddress {
  const llvm::MachineOperand *Index = nullptr;
  unsigned Extend = 0; ///< An A64Extension.
  unsigned Shift = 0;

  A64Address(OperandAddress A = {}) : OperandAddress(A) {}
};

/// The address of \p MI, a load, store or atomic.
A64Address a64AddressOf(const llvm::MachineInstr &MI);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_AARCH64ADDRESS_H
