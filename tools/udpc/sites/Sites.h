//===- Sites.h - Lists udpc instructions ---------------------- -*- C++ -*-===//
//
// Prints the tables of `udpc sites`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_SITES_SITES_H
#define UDPC_TOOLS_UDPC_SITES_SITES_H

#include "profdata/binary/BinarySites.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Prints one line for each instruction.
void printSitesTable(llvm::raw_ostream &OS, const BinarySites &Sites);
/// Prints JSON, a documented interface; docs/instruction.md has its schema.
void printSitesJson(llvm::raw_ostream &OS, const BinarySites &Sites);

/// Prints one line for each event: the counts of the counters of \p Sites in
/// \p CounterFile, a counter file of the QEMU plugin. Errors name the file.
llvm::Error printCounterTable(llvm::raw_ostream &OS, const BinarySites &Sites,
                              llvm::StringRef CounterFile);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_SITES_SITES_H
