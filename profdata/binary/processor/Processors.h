//===- Processors.h - One function per processor ----------------*- C++ -*-===//
//
// Declares the instances of Processor, and what their files share. Used only in
// processor/.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_PROCESSOR_PROCESSORS_H
#define UDPC_PROFDATA_BINARY_PROCESSOR_PROCESSORS_H

#include "profdata/binary/processor/Processor.h"
#include "llvm/ADT/STLExtras.h"

namespace udpc {

const Processor &x86_64Processor();
const Processor &riscv64Processor();
const Processor &aarch64Processor();

inline bool startsWithAny(llvm::StringRef Name,
                          llvm::ArrayRef<llvm::StringLiteral> Prefixes) {
  return llvm::any_of(Prefixes,
                      [&](llvm::StringRef P) { return Name.starts_with(P); });
}

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_PROCESSOR_PROCESSORS_H
