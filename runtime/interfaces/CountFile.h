//===- CountFile.h - The file that holds counts while they change -*- C++ -*-=//
//
// continuous=1: the slots of threads are pages of a file
// (udpc/continuous.h), so no end of the process loses a count. Everything else
// that counts depend on (units, counts of ended threads, resets) is written to
// the file before the runtime's own records change.
//
// The storage of a piece is allocated before it is used, so that no access
// raises SIGBUS. Where that fails the thread counts in memory of its own as
// without the file, and there is one warning.
//
// All functions need the StateLock, and do nothing without a file.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_COUNTFILE_H
#define UDPC_RUNTIME_INTERFACES_COUNTFILE_H

#include "udpc/continuous.h"

namespace udpc {
namespace rt {

struct ThreadRecord;

/// What a thread has in the file. Valid when zero.
struct ThreadInFile {
  /// The file that the rest is about: offsets in an earlier one mean nothing.
  uint64_t File;
  /// The ThreadEntry, which stays with the record when that is reused.
  uint64_t Entry;
  uint64_t Areas;
  /// As ThreadAreas::Slots.
  uint64_t Slots[abi::ThreadAreas::Count];
  /// The CountList, of ListBytes.
  uint64_t List, ListBytes;
  /// Whether the file has lost the slots, which are then replaced by memory of
  /// the process.
  enum Loss : uint32_t { None, BeingReplaced, Replaced, NotReplaced } Lost;
  /// The thread's baselines are of what was lost.
  mutable bool HasOldBaselines;
};

/// Makes \p FD, an empty file, the file. Returns 0 or an errno; then the file
/// is not used.
int startCountFile(int FD);
/// The file that was just started cannot get its name: there is none.
void cancelCountFile();
bool hasCountFile();
/// Where the file is, if \p FD has been closed by the program. \p Path stays
/// valid.
void setCountFilePath(const char *Path);

/// Adds the units that have been registered.
void addUnitsToFile();

/// Moves the slots of \p Self, the calling thread, to the file.
void moveSlotsToFile(ThreadRecord &Self);
/// The same for the chunk \p I of \p T, in which nothing has been counted.
void moveChunkToFile(ThreadRecord &T, uint32_t I);

/// Replaces the slots of \p Self, which ends, by its counts in T.Ended. After
/// that its static slots are not in the file.
void endThreadInFile(ThreadRecord &Self);
/// Writes T.Ended again, which has changed.
void writeEndedToFile(ThreadRecord &T);
/// Releases the pages of slots, which are not mapped any more.
void releaseSlotsInFile(ThreadRecord &T);
/// \p T is discarded.
void removeThreadFromFile(ThreadRecord &T);
/// Writes the counts of the threads that are not kept apart, which now include
/// those of \p Included.
void writeOthersToFile(const ThreadRecord &Included);

/// The baselines of running threads have changed. With \p EndedToo, the counts
/// of all threads that have ended are void.
void writeBaselinesToFile(bool EndedToo);

/// \p Address has raised SIGBUS. If it is that of counts in the file, which
/// somebody has truncated, they become memory of the process, with zeros, and
/// there is one warning. Needs no lock; may be called in signal handlers.
bool replaceCountsAt(const void *Address);
/// Before counts are read: finds out whether the file has been truncated, and
/// does the same.
void checkCountFile();

/// In the child after fork(): all slots that are in the parent's file become
/// memory of the child, with zeros.
void leaveParentsFile(ThreadRecord *Self);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_COUNTFILE_H
