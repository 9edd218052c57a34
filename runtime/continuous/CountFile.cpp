//===- CountFile.cpp - Units and slots in the file that holds counts ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/interfaces/CountFile.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Crc32.h"
#include "runtime/continuous/CountStorage.h"
#include "runtime/counts/Modules.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/system/Process.h"
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

// Defined by SlotPages.cpp, in executables that are linked for it.
extern "C" __attribute__((weak, visibility("hidden"))) void
__udpc_slot_pages(uintptr_t *Begin, uintptr_t *End);

static StaticPages Pages;
static uint32_t NumUnitsInFile;
/// The offset of the link (Next) that will refer to the next unit.
static uint64_t LastUnit;
static uint64_t LastDirectory;
static unsigned NumEntries;
static bool WarnedOfSlots;

bool rt::hasCountFile() { return countFileNumber() != 0; }
const StaticPages &rt::staticPages() { return Pages; }
void rt::setCountFilePath(const char *Path) { setStoragePath(Path); }

static constexpr uint64_t offsetOfNext = offsetof(abi::ContinuousUnit, Next);
static_assert(offsetOfNext == 0 && !offsetof(abi::ThreadDirectory, Next),
              "links are found by the piece");

static bool writeCommand() {
  uint64_t Size;
  const char *Command = commandLine(Size);
  bool IsFresh;
  uint64_t At = allocatePiece(Size + 1, IsFresh);
  if (!At || !writePiece(At, Command, Size))
    return false;
  countFileHeader().Command = At;
  countFileHeader().CommandSize = static_cast<uint32_t>(Size);
  return true;
}

int rt::startCountFile(int FD) {
  if (int Error = createStorage(FD))
    return Error;
  NumUnitsInFile = 0;
  LastUnit = offsetof(abi::ContinuousHeader, Units);
  LastDirectory = offsetof(abi::ContinuousHeader, Threads);
  NumEntries = abi::ThreadDirectory::Size;
  FileChange Change;
  abi::ContinuousHeader &H = countFileHeader();
  H.Pid = processPid();
  writeCommand();
  copyBytes(H.Magic, abi::ContinuousMagic, sizeof(H.Magic));
  uintptr_t Begin = 0, End = 0;
  if (&__udpc_slot_pages)
    __udpc_slot_pages(&Begin, &End);
  Pages.Offset = Begin - threadPointer();
  Pages.Size = End - Begin;
  return 0;
}

void rt::cancelCountFile() { abandonStorage(); }

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

/// Stores in \p Rec where each thread has the slots of \p U.
static void setPlace(const UnitRecord &U, abi::ContinuousUnit &Rec) {
  Rec.Area = abi::NoArea;
  if (!U.IsStatic) {
    Rec.Area = U.Place.Chunk + 1;
    Rec.Offset = U.Place.Offset;
    return;
  }
  intptr_t Offset = U.SlotsOffset - Pages.Offset;
  if (Offset >= 0 && Offset + U.NumSlots * sizeof(uint64_t) <= Pages.Size) {
    Rec.Area = 0;
    Rec.Offset = Offset;
    return;
  }
  if (!U.NumSlots)
    return;
  countFileHeader().Flags |= abi::SlotsHaveNoPages;
  if (!WarnedOfSlots)
    warn("continuous: counts of the executable's own code are not kept in the "
         "file; link the program with -fudpc-continuous");
  WarnedOfSlots = true;
}

static bool addUnit(const UnitRecord &U) {
  abi::ContinuousUnit Rec = {};
  setPlace(U, Rec);
  const uint8_t *Table = U.Table;
  Rec.TableSize = U.View.Header->TotalSize;
  if (U.Costs.Header) {
    Rec.IsCosts = 1;
    Table = reinterpret_cast<const uint8_t *>(U.Costs.stored());
    Rec.TableSize = U.Costs.stored()->TotalSize;
  }
  Rec.NumSlots = U.NumSlots;
  Rec.ModuleSize = U.Module ? static_cast<uint32_t>(lengthOf(U.Module)) : 0;
  constexpr char Zeros[8] = {};
  uint64_t Padding = -uint64_t(Rec.ModuleSize) & 7;
  Rec.Checksum = crc32(0, U.Module, Rec.ModuleSize);
  Rec.Checksum = crc32(Rec.Checksum, Zeros, Padding);
  Rec.Checksum = crc32(Rec.Checksum, Table, Rec.TableSize);

  uint64_t AtPath = sizeof(Rec), AtTable = AtPath + Rec.ModuleSize + Padding;
  bool IsFresh;
  uint64_t At = allocatePiece(AtTable + Rec.TableSize, IsFresh);
  if (!At || !writePiece(At, &Rec, sizeof(Rec)) ||
      !writePiece(At + AtPath, U.Module, Rec.ModuleSize) ||
      !writePiece(At + AtPath + Rec.ModuleSize, Zeros, Padding) ||
      !writePiece(At + AtTable, Table, Rec.TableSize) ||
      !storeNumber(LastUnit, At))
    return false;
  LastUnit = At;
  return true;
}

void rt::addUnitsToFile() {
  if (!hasCountFile() || NumUnitsInFile == numUnits())
    return;
  FileChange Change;
  if (!Change.isPossible())
    return;
  findModules();
  // Units in the file are identified by their order, so none may be omitted.
  while (NumUnitsInFile != numUnits() && addUnit(unit(NumUnitsInFile)))
    ++NumUnitsInFile;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

ThreadInFile &rt::inFile(ThreadRecord &T) {
  if (T.File.File != countFileNumber()) {
    T.File = {};
    T.File.File = countFileNumber();
  }
  return T.File;
}

static uint64_t newEntry() {
  if (NumEntries == abi::ThreadDirectory::Size) {
    static const abi::ThreadDirectory None = {};
    bool IsFresh;
    uint64_t At = allocatePiece(sizeof(None), IsFresh);
    if (!At || (!IsFresh && !writePiece(At, &None, sizeof(None))) ||
        !storeNumber(LastDirectory, At))
      return 0;
    LastDirectory = At;
    NumEntries = 0;
  }
  return LastDirectory + offsetof(abi::ThreadDirectory, Entries) +
         NumEntries++ * sizeof(abi::ThreadEntry);
}

bool rt::publishCounts(ThreadRecord &T, uint64_t Counts) {
  ThreadInFile &In = inFile(T);
  bool IsNew = !In.Areas && !In.List;
  if (!In.Entry && !(In.Entry = newEntry()))
    return false;
  abi::ThreadEntry Entry = {T.Index, T.Tid, abi::NoCounts, 0};
  return (!IsNew || writePiece(In.Entry, &Entry, sizeof(Entry))) &&
         storeNumber(In.Entry + offsetof(abi::ThreadEntry, Counts), Counts);
}

/// Creates the areas of \p T, without slots.
static bool makeAreas(ThreadRecord &T) {
  if (inFile(T).Areas)
    return true;
  abi::ThreadAreas Areas = {};
  bool IsFresh;
  uint64_t At = allocatePiece(sizeof(Areas), IsFresh);
  if (!At || !writePiece(At, &Areas, sizeof(Areas)) ||
      !publishCounts(T, At + abi::InSlots))
    return false;
  inFile(T).Areas = At;
  return true;
}

static bool isZero(const uint8_t *Bytes, size_t Size) {
  auto *Words = reinterpret_cast<const uint64_t *>(Bytes);
  for (size_t I = 0; I != Size / sizeof(uint64_t); ++I)
    if (Words[I])
      return false;
  return true;
}

/// Writes \p Memory to the piece at \p At. Pages of zeros are not written if
/// the piece \p IsFresh.
static bool writePages(uint64_t At, bool IsFresh, const uint8_t *Memory,
                       size_t Size) {
  if (!IsFresh)
    return writePiece(At, Memory, Size);
  size_t Page = pageSize();
  for (size_t I = 0; I < Size; I += Page)
    if (!isZero(Memory + I, Page) && !writePiece(At + I, Memory + I, Page))
      return false;
  return true;
}

/// Replaces \p Memory of \p T by pages of the file with the same contents,
/// which are zeros if \p IsZero.
static void moveToFile(ThreadRecord &T, unsigned Area, uint8_t *Memory,
                       size_t Size, bool IsZero) {
  FileChange Change;
  if (!Change.isPossible() || !makeAreas(T) || inFile(T).Slots[Area])
    return;
  bool IsFresh;
  uint64_t At = allocatePiece(Size, IsFresh);
  bool IsWritten =
      At && ((IsFresh && IsZero) || writePages(At, IsFresh, Memory, Size));
  if (!IsWritten || !mapPiece(Memory, At, Size))
    return releasePiece(At, Size);
  inFile(T).Slots[Area] = At;
  uint64_t Rec = inFile(T).Areas + offsetof(abi::ThreadAreas, Slots) +
                 Area * sizeof(abi::ThreadAreas::Slots[0]);
  storeNumber(Rec + sizeof(uint64_t), Size);
  storeNumber(Rec, At);
}

void rt::moveSlotsToFile(ThreadRecord &Self) {
  if (!hasCountFile())
    return;
  if (Pages.Size)
    moveToFile(Self, 0,
               reinterpret_cast<uint8_t *>(threadPointer() + Pages.Offset),
               Pages.Size, /*IsZero=*/false);
  for (uint32_t I = 0; I != SlotPlaces::MaxChunks; ++I)
    if (Self.Chunks[I])
      moveToFile(Self, I + 1, Self.Chunks[I], chunkSize(I), /*IsZero=*/false);
}

void rt::moveChunkToFile(ThreadRecord &T, uint32_t I) {
  if (hasCountFile())
    moveToFile(T, I + 1, T.Chunks[I], chunkSize(I), /*IsZero=*/true);
}

//===----------------------------------------------------------------------===//
// Ends of threads
//===----------------------------------------------------------------------===//

void rt::endThreadInFile(ThreadRecord &Self) {
  if (!hasCountFile() || Self.File.File != countFileNumber())
    return;
  FileChange Change;
  if (Change.isPossible() && Self.NumEnded)
    publishEnded(Self);
  // If publishing failed, the pages in the file keep the counts.
  if (inFile(Self).Slots[0])
    mapZeros(reinterpret_cast<void *>(threadPointer() + Pages.Offset),
             Pages.Size);
}

void rt::releaseSlotsInFile(ThreadRecord &T) {
  if (!hasCountFile() || T.File.File != countFileNumber() || !T.File.Areas ||
      (T.HasEnded && !T.File.List))
    return;
  FileChange Change;
  releasePiece(T.File.Slots[0], Pages.Size);
  for (uint32_t I = 0; I != SlotPlaces::MaxChunks; ++I)
    releasePiece(T.File.Slots[I + 1], chunkSize(I));
  clearBytes(T.File.Slots, sizeof(T.File.Slots));
  releasePiece(T.File.Areas, sizeof(abi::ThreadAreas));
  T.File.Areas = 0;
}

void rt::removeThreadFromFile(ThreadRecord &T) {
  if (!hasCountFile() || T.File.File != countFileNumber() || !T.File.Entry)
    return;
  FileChange Change;
  if (!Change.isPossible() ||
      !storeNumber(T.File.Entry + offsetof(abi::ThreadEntry, Counts),
                   abi::NoCounts)) {
    T.File = {};
    return;
  }
  T.HasEnded = false;
  releasePiece(T.File.List, T.File.ListBytes);
  T.File.List = 0;
}

//===----------------------------------------------------------------------===//
// fork
//===----------------------------------------------------------------------===//

void rt::leaveParentsFile(ThreadRecord *Self) {
  if (!hasCountFile())
    return;
  for (ThreadRecord *T = firstThread(); T; T = T->Next) {
    if (T->File.File != countFileNumber())
      continue;
    // The C library reuses the storage of threads that do not exist in the
    // child for new ones, and clears it.
    if (T->File.Slots[0] && T->ThreadPointer)
      mapZeros(reinterpret_cast<void *>(T->ThreadPointer + Pages.Offset),
               Pages.Size);
    for (uint32_t I = 0; T == Self && I != SlotPlaces::MaxChunks; ++I)
      if (T->File.Slots[I + 1])
        mapZeros(T->Chunks[I], chunkSize(I));
    T->File = {};
  }
  abandonStorage();
}
