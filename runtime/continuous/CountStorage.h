//===- CountStorage.h - Pieces of the file that holds counts ----*- C++ -*-===//
//
// Internal to CountFile*.cpp and CountLists.cpp. All functions need the
// StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CONTINUOUS_COUNTSTORAGE_H
#define UDPC_RUNTIME_CONTINUOUS_COUNTSTORAGE_H

#include "udpc/continuous.h"

namespace udpc {
namespace rt {

/// The number of the open file, which distinguishes it from its parent's; 0 if
/// there is none.
uint64_t countFileNumber();
/// The header, which is mapped.
abi::ContinuousHeader &countFileHeader();

int createStorage(int FD);
/// Without writing anything.
void abandonStorage();
void setStoragePath(const char *Path);

/// Whether somebody has truncated the file, as far as is known, or its size
/// tells.
bool hasWholeStorage();
/// From now on the file is not changed, with a warning. Needs no lock.
void giveUpStorage();
/// If \p Address is in the header, that becomes memory of the process.
bool replaceHeaderAt(uintptr_t Address);

/// A change of the file. While one exists, the header's Sequence is odd.
class FileChange {
public:
  FileChange();
  ~FileChange();
  FileChange(const FileChange &) = delete;
  FileChange &operator=(const FileChange &) = delete;
  /// Whether the file can be changed. False if there is none.
  bool isPossible() const { return IsPossible; }

private:
  bool IsPossible;
};

/// The offset of \p Bytes bytes with storage; 0 without room, with a warning.
/// \p IsFresh then says whether they are zero.
uint64_t allocatePiece(uint64_t Bytes, bool &IsFresh);
void releasePiece(uint64_t Offset, uint64_t Bytes);
/// Writes to allocated storage. False after an error, with a warning.
bool writePiece(uint64_t Offset, const void *Data, uint64_t Bytes);
/// Stores a number, at once.
inline bool storeNumber(uint64_t Offset, uint64_t Number) {
  return writePiece(Offset, &Number, sizeof(Number));
}
/// Maps a piece to \p Memory, or anywhere. Null after an error.
void *mapPiece(void *Memory, uint64_t Offset, uint64_t Bytes);

/// Once: counts are missing in the file from now on, because of \p Error.
void warnOfMissingCounts(int Error);

//===----------------------------------------------------------------------===//
// CountFile.cpp
//===----------------------------------------------------------------------===//

struct ThreadInFile;
struct ThreadRecord;

/// The pages of the executable's slots, which each thread has at Offset from
/// its thread pointer. Without such pages Size is 0.
struct StaticPages {
  intptr_t Offset;
  size_t Size;
};
const StaticPages &staticPages();

/// What \p T has in this file.
ThreadInFile &inFile(ThreadRecord &T);
/// Makes \p Counts, a piece and its abi::ContinuousKind, the counts of \p T.
/// False after an error.
bool publishCounts(ThreadRecord &T, uint64_t Counts);

//===----------------------------------------------------------------------===//
// CountLists.cpp
//===----------------------------------------------------------------------===//

/// Writes T.Ended, and makes it the counts of \p T. False after an error.
bool publishEnded(ThreadRecord &T);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CONTINUOUS_COUNTSTORAGE_H
