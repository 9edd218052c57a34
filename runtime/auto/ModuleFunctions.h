//===- ModuleFunctions.h - The functions of loaded modules ------*- C++ -*-===//

#ifndef UDPC_RUNTIME_AUTO_MODULEFUNCTIONS_H
#define UDPC_RUNTIME_AUTO_MODULEFUNCTIONS_H

#include "runtime/unwind/UnwindTable.h"

namespace udpc {
namespace rt {

/// The code of an executable or library. Valid when zero.
struct ModuleFunctions {
  uintptr_t Begin, End;
  UnwindTable Functions;

  bool contains(uintptr_t Address) const {
    return Begin <= Address && Address < End;
  }
  /// The start of the function with \p Address, or, if the module has no table
  /// of functions, of the 4 KB of code.
  uintptr_t functionOf(uintptr_t Address) const;
};

/// Finds the module that contains \p Address. Not in signal handlers, and
/// without the StateLock: it takes a lock of the C library.
ModuleFunctions findModuleFunctions(uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_MODULEFUNCTIONS_H
