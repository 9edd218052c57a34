//===- ModuleFunctions.h - The functions of loaded modules ------*- C++ -*-===//
//
// Finds the function of a program counter by the module's .eh_frame_hdr table,
// so that sites and samples can be grouped by function (Groups.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_MODULEFUNCTIONS_H
#define UDPC_RUNTIME_AUTO_MODULEFUNCTIONS_H

#include "runtime/unwind/UnwindTable.h"

namespace udpc {
namespace rt {

/// The code of an executable or library and its functions. Valid when zero.
struct ModuleFunctions {
  uintptr_t Begin, End;
  UnwindTable Functions;

  bool contains(uintptr_t Address) const {
    return Begin <= Address && Address < End;
  }
  /// Returns the start of the function that contains \p Address; if the module
  /// has no table of functions, the start of its 4 KB of code.
  uintptr_t functionOf(uintptr_t Address) const;
};

/// Finds the module that contains \p Address. Takes a lock of the C library, so
/// not to be called in signal handlers or with the StateLock.
ModuleFunctions findModuleFunctions(uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_MODULEFUNCTIONS_H
