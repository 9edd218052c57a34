//===- WholeFile.h - Output that is there or not ---------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_WHOLEFILE_H
#define UDPC_PROFDATA_WHOLEFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Writes what \p Print prints to a temporary file that then takes the place of
/// \p Path; to a pipe or device, at once.
llvm::Error
writeWhole(llvm::StringRef Path,
           llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

} // namespace udpc

#endif // UDPC_PROFDATA_WHOLEFILE_H
