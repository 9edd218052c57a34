//===- SitesCommand.h - udpc sites ------------------------------*- C++ -*-===//
//
// The command that lists the udpc instructions of a binary.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_SITES_SITESCOMMAND_H
#define UDPC_TOOLS_UDPC_SITES_SITESCOMMAND_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand SitesCommand;

void hideUnrelatedToSites();

int runSites();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_SITES_SITESCOMMAND_H
