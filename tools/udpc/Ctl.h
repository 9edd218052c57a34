//===- Ctl.h - Controls a program that runs --------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CTL_H
#define UDPC_TOOLS_UDPC_CTL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace udpc {

/// `udpc ctl` with the words that follow it: a process, a command and, for
/// some, globs. Prints what the process answers to \p OS.
llvm::Error controlProcess(llvm::ArrayRef<std::string> Words,
                           llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CTL_H
