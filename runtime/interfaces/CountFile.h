//===- CountFile.h - The file that holds changing counts --------*- C++ -*-===//
//
// continuous=1: the slots of threads are pages of a file (udpc/continuous.h),
// so that counts survive any end of the process. Other data that counts depend
// on (units, counts of ended threads, resets) is written to the file before the
// runtime's own records change.
//
// The storage of a piece is allocated before it is used, so that no access
// raises SIGBUS. If that fails, the thread counts in its own memory, as without
// the file, after one warning.
//
// Implemented in runtime/continuous. All functions need the StateLock, and do
// nothing without a file.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_COUNTFILE_H
#define UDPC_RUNTIME_INTERFACES_COUNTFILE_H

#include "udpc/continuous.h"

namespace udpc {
namespace rt {

struct ThreadRecord;

/// The pieces of a thread in the file. Valid when zero.
struct ThreadInFile {
  /// The number of the file that the other members refer to: offsets in an
  /// earlier file are invalid.
  uint64_t File;
  /// The ThreadEntry, which stays with the record when the record is reused.
  uint64_t Entry;
  uint64_t Areas;
  /// Offsets as in ThreadAreas::Slots.
  uint64_t Slots[abi::ThreadAreas::Count];
  /// The CountList, of ListBytes bytes.
  uint64_t List, ListBytes;
  /// Whether the file has lost the slots, which are then replaced by memory of
  /// the process.
  enum Loss : uint32_t { None, BeingReplaced, Replaced, NotReplaced } Lost;
  /// The thread's baselines belong to the lost counts.
  mutable bool HasOldBaselines;
};

/// Uses \p FD, an empty file, as the file. Returns 0, or an errno if the file
/// is not used.
int startCountFile(int FD);
/// Stops using the file that was just started, because it cannot get its name.
void cancelCountFile();
bool hasCountFile();
/// Sets the path by which the file is opened again if the program has closed
/// its descriptor. \p Path must stay valid.
void setCountFilePath(const char *Path);

/// Adds the units that have been registered to the file.
void addUnitsToFile();

/// Moves the slots of \p Self, the calling thread, to the file.
void moveSlotsToFile(ThreadRecord &Self);
/// Moves the chunk \p I of \p T, in which nothing has been counted, to the
/// file.
void moveChunkToFile(ThreadRecord &T, uint32_t I);

/// Replaces the slots of \p Self, which ends, by its counts in T.Ended.
/// Afterwards its static slots are not in the file.
void endThreadInFile(ThreadRecord &Self);
/// Writes T.Ended again after a change.
void writeEndedToFile(ThreadRecord &T);
/// Releases the pages of slots that are no longer mapped.
void releaseSlotsInFile(ThreadRecord &T);
/// Called when \p T is discarded.
void removeThreadFromFile(ThreadRecord &T);
/// Writes the sum of other threads, which now includes the counts of \p
/// Included.
void writeOthersToFile(const ThreadRecord &Included);

/// Writes the changed baselines of running threads. With \p EndedToo, the
/// counts of all ended threads become void.
void writeBaselinesToFile(bool EndedToo);

/// Called when \p Address has raised SIGBUS. If counts in the file are at that
/// address, the file has been truncated: replaces them by memory of the
/// process, with zeros, after one warning, and returns true. Needs no lock; may
/// be called in signal handlers.
bool replaceCountsAt(const void *Address);
/// Called before counts are read: if the file has been truncated, replaces the
/// counts as replaceCountsAt() does.
void checkCountFile();

/// Called in the child after fork(): replaces all slots in the parent's file by
/// memory of the child, with zeros.
void leaveParentsFile(ThreadRecord *Self);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_COUNTFILE_H
