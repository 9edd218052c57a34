//===- CallRole.h - Roles of calls and assembly in a loop -------*- C++ -*-===//
//
// Classifies calls and inline assembly by what they do in a loop that may only
// wait (SpinJudge.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SPIN_CALLROLE_H
#define UDPC_PASSES_SITES_SPIN_CALLROLE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Triple;
class Value;
} // namespace llvm

namespace udpc {

/// The effect of a call on a waiting loop.
enum class CallRole {
  Nothing, ///< Pure: the result depends only on the arguments.
  Hint,    ///< Passes time: pause, yield, sleep, a wait in the kernel.
  Clock,   ///< Reads a clock or similar: does not change memory.
  Poll,    ///< Reads memory, or tries to take a lock.
  Swap,    ///< Inline assembly: an exchange or compare-and-swap.
  Up,      ///< Inline assembly: adds one to memory.
  Down,    ///< Inline assembly: subtracts one from memory.
  Release, ///< Releases a lock.
  Helper,  ///< Can be inlined (SimpleCopy), but has not been.
  Unknown, ///< May do anything.
};

/// The role of \p Call. \p T is the target: numbers of system calls differ.
CallRole roleOf(const llvm::CallBase &Call, const llvm::Triple &T);

/// The role of inline assembly, by its mnemonics: Nothing if it uses only
/// registers, Poll if it reads memory. \p WritesMemory says that it has a
/// memory output.
CallRole roleOfAssembly(llvm::StringRef Text, bool ReadsMemory,
                        bool WritesMemory);

/// Whether a function's name, linkage name or not, indicates that it only
/// passes time (`pg_usleep`, `cpu_relax`, `SpinLockDelay`), or tries to take a
/// lock (`TryLock`, `try_acquire`).
bool isNamedWaiting(llvm::StringRef Name);
bool isNamedTrying(llvm::StringRef Name);

/// Whether \p Name is the linkage name of `std::atomic`'s wait, which returns
/// after the value has changed.
bool isAtomicWait(llvm::StringRef Name);

/// The addresses that inline assembly accesses.
llvm::SmallVector<llvm::Value *, 2> memoryOf(const llvm::CallBase &Assembly);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_CALLROLE_H
