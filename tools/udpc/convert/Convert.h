//===- Convert.h - udpc convert ---------------------------------*- C++ -*-===//
//
// The command that adds counters to a compiled file.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CONVERT_CONVERT_H
#define UDPC_TOOLS_UDPC_CONVERT_CONVERT_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand ConvertCommand;
void hideUnrelatedToConvert();
int runConvert();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CONVERT_CONVERT_H
