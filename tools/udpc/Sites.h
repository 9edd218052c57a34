//===- Sites.h - Lists the udpc instructions of a binary -------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_SITES_H
#define UDPC_TOOLS_UDPC_SITES_H

#include "profdata/binary/BinarySites.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// One line an instruction.
void printSitesTable(llvm::raw_ostream &OS, const BinarySites &Sites);
/// The documented interface; docs/instruction.md has its schema.
void printSitesJson(llvm::raw_ostream &OS, const BinarySites &Sites);

/// One line an event: what the file \p UnitFile of an emulated unit has counted
/// for the counters of \p Sites. The error names the file and what is wrong.
llvm::Error printUnitTable(llvm::raw_ostream &OS, const BinarySites &Sites,
                           llvm::StringRef UnitFile);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_SITES_H
