//===- Sites.h - Lists the udpc instructions of a binary --------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_SITES_SITES_H
#define UDPC_TOOLS_UDPC_SITES_SITES_H

#include "profdata/binary/BinarySites.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// One line for each instruction.
void printSitesTable(llvm::raw_ostream &OS, const BinarySites &Sites);
/// The documented interface; docs/instruction.md has its schema.
void printSitesJson(llvm::raw_ostream &OS, const BinarySites &Sites);

/// One line for each event: the counts of the counters of \p Sites in \p
/// CounterFile, a counter file of the QEMU plugin. Errors name the file.
llvm::Error printCounterTable(llvm::raw_ostream &OS, const BinarySites &Sites,
                              llvm::StringRef CounterFile);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_SITES_SITES_H
