//===- CallRole.h - What calls and assembly do in a wait -------*- C++ -*-===//

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

/// What a call does, as far as a loop that waits is concerned.
enum class CallRole {
  Nothing, ///< Its result depends on its arguments alone.
  Hint,    ///< Passes time: pause, yield, sleep, a wait in the kernel.
  Clock,   ///< Reads a clock or the like: memory is as it was.
  Poll,    ///< Reads memory, or tries to take a lock: its result is news.
  Swap,    ///< Inline assembly: an exchange or compare-and-swap.
  Up,      ///< Inline assembly: adds one to memory.
  Down,    ///< Inline assembly: takes one from memory.
  Release, ///< Gives a lock back.
  Helper,  ///< Can be looked at (SimpleCopy), and has not been.
  Unknown, ///< May do anything.
};

/// \p T is the target's: numbers of system calls differ.
CallRole roleOf(const llvm::CallBase &Call, const llvm::Triple &T);

/// Role of inline assembly, by its mnemonics: Nothing if all that it does is in
/// registers, Poll if it reads memory. \p WritesMemory: it has an output there.
CallRole roleOfAssembly(llvm::StringRef Text, bool ReadsMemory,
                        bool WritesMemory);

/// Whether the name of a function, linkage name or not, says that it only
/// passes time (`pg_usleep`, `cpu_relax`, `SpinLockDelay`); or that it tries to
/// take a lock (`TryLock`, `try_acquire`).
bool isNamedWaiting(llvm::StringRef Name);
bool isNamedTrying(llvm::StringRef Name);

/// Whether the function of that linkage name is `std::atomic`'s wait, which
/// returns when the value has changed.
bool isAtomicWait(llvm::StringRef Name);

/// The places in memory that inline assembly works on.
llvm::SmallVector<llvm::Value *, 2> memoryOf(const llvm::CallBase &Assembly);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_CALLROLE_H
