//===- CountStorage.h - Pieces of the file that holds counts ----*- C++ -*-===//
//
// Storage of the file that -fudpc-continuous and the option `continuous` keep
// (udpc/continuous.h). Internal to CountFile*.cpp and CountLists.cpp. All
// functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CONTINUOUS_COUNTSTORAGE_H
#define UDPC_RUNTIME_CONTINUOUS_COUNTSTORAGE_H

#include "udpc/continuous.h"

namespace udpc {
namespace rt {

/// Returns the number of the open file, which distinguishes it from the parent
/// process's; 0 if there is none.
uint64_t countFileNumber();
/// Returns the header, which is mapped.
abi::ContinuousHeader &countFileHeader();

int createStorage(int FD);
/// Closes the file without writing anything.
void abandonStorage();
void setStoragePath(const char *Path);

/// Returns false if the file is known to be truncated, or its size shows it.
bool hasWholeStorage();
/// Stops changing the file because it was truncated, with a warning. Needs no
/// lock.
void giveUpStorage();
/// If \p Address is in the header, replaces the header by memory of the process
/// and returns true.
bool replaceHeaderAt(uintptr_t Address);

/// A change of the file. While one exists, the header's Sequence is odd.
class FileChange {
public:
  FileChange();
  ~FileChange();
  FileChange(const FileChange &) = delete;
  FileChange &operator=(const FileChange &) = delete;
  /// Returns whether the file can be changed. False if there is none.
  bool isPossible() const { return IsPossible; }

private:
  bool IsPossible;
};

/// Returns the offset of \p Bytes bytes with storage; 0 if there is no room,
/// with a warning. \p IsFresh is set to whether they are zero.
uint64_t allocatePiece(uint64_t Bytes, bool &IsFresh);
void releasePiece(uint64_t Offset, uint64_t Bytes);
/// Writes to allocated storage. False after an error, with a warning.
bool writePiece(uint64_t Offset, const void *Data, uint64_t Bytes);
/// Stores a number, with one write.
inline bool storeNumber(uint64_t Offset, uint64_t Number) {
  return writePiece(Offset, &Number, sizeof(Number));
}
/// Maps a piece at \p Memory, or anywhere if that is null. Null after an error.
void *mapPiece(void *Memory, uint64_t Offset, uint64_t Bytes);

/// Marks the file as incomplete because of \p Error, and warns once.
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

/// Returns the record of the pieces of \p T in this file.
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
