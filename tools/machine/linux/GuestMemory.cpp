//===- GuestMemory.cpp - The program's address space ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/GuestMemory.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <utility>

using namespace llvm;
using namespace udpc::machine;

/// Size of the heap's first mapping, and the least by which it grows.
constexpr uint64_t HeapStep = 1 << 20;
/// Upper limit of mappings; above are the stack and a gap.
constexpr uint64_t MappingTop = GuestMemory::Size - (uint64_t(1) << 30);

Expected<std::unique_ptr<GuestMemory>> GuestMemory::create() {
  void *Base = mmap(nullptr, Size, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Base == MAP_FAILED)
    return createStringError(
        "cannot reserve 64 GB of address space for the program (" +
        Twine(std::strerror(errno)) + "); is it limited (ulimit -v)?");
  return std::unique_ptr<GuestMemory>(
      new GuestMemory(static_cast<char *>(Base)));
}

GuestMemory::~GuestMemory() { munmap(Base, Size); }

bool GuestMemory::isValid(uint64_t Address, uint64_t Bytes) const {
  return Address % GuestPageSize == 0 && Bytes && Bytes <= Size &&
         Address >= LowestAddress && Address <= Size - Bytes;
}

void GuestMemory::splitAt(uint64_t Address) {
  auto It = Pieces.upper_bound(Address);
  if (It == Pieces.begin())
    return;
  --It;
  if (It->first == Address || It->second.End <= Address)
    return;
  Pieces[Address] = It->second;
  It->second.End = Address;
}

void GuestMemory::erase(uint64_t Address, uint64_t End) {
  splitAt(Address);
  splitAt(End);
  auto First = Pieces.lower_bound(Address), Last = Pieces.lower_bound(End);
  for (auto It = First; It != Last; ++It)
    if (Observer)
      Observer->unmapped(It->first, It->second.End - It->first,
                         It->second.Permissions);
  Pieces.erase(First, Last);
}

int64_t GuestMemory::map(uint64_t Address, uint64_t Bytes, unsigned Permissions,
                         int File, uint64_t Offset, bool Shared) {
  Bytes = roundUpToPage(Bytes);
  if (!isValid(Address, Bytes))
    return -ENOMEM;
  // The machine reads and writes whatever the program has mapped; the emulator
  // enforces the program's permissions.
  int Kind = Shared ? MAP_SHARED : MAP_PRIVATE;
  if (File < 0)
    Kind |= MAP_ANONYMOUS | MAP_NORESERVE;
  int Host = PROT_READ;
  if (!Shared || File < 0 || Permissions & MayWrite)
    Host |= PROT_WRITE;
  if (mmap(Base + Address, Bytes, Host, Kind | MAP_FIXED, File,
           static_cast<off_t>(Offset)) == MAP_FAILED)
    return -errno;
  erase(Address, Address + Bytes);
  Pieces[Address] = {Address + Bytes, Permissions};
  if (Observer)
    Observer->mapped(Address, Bytes, Permissions, Base + Address);
  return 0;
}

int64_t GuestMemory::unmap(uint64_t Address, uint64_t Bytes) {
  Bytes = roundUpToPage(Bytes);
  if (!isValid(Address, Bytes))
    return -EINVAL;
  erase(Address, Address + Bytes);
  mmap(Base + Address, Bytes, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  return 0;
}

int64_t GuestMemory::protect(uint64_t Address, uint64_t Bytes,
                             unsigned Permissions) {
  Bytes = roundUpToPage(Bytes);
  if (!Bytes)
    return 0;
  if (!isValid(Address, Bytes))
    return -ENOMEM;
  uint64_t End = Address + Bytes;
  splitAt(Address);
  splitAt(End);
  uint64_t Next = Address;
  for (auto It = Pieces.lower_bound(Address);
       It != Pieces.end() && It->first == Next && Next < End; ++It)
    Next = It->second.End;
  if (Next < End)
    return -ENOMEM;
  for (auto It = Pieces.lower_bound(Address);
       It != Pieces.end() && It->first < End; ++It) {
    if (It->second.Permissions == Permissions)
      continue;
    unsigned Old = std::exchange(It->second.Permissions, Permissions);
    if (!Observer)
      continue;
    uint64_t Length = It->second.End - It->first;
    Observer->unmapped(It->first, Length, Old);
    Observer->mapped(It->first, Length, Permissions, Base + It->first);
  }
  return 0;
}

bool GuestMemory::isFree(uint64_t Address, uint64_t Bytes) const {
  if (!isValid(Address, roundUpToPage(Bytes)))
    return false;
  auto It = Pieces.lower_bound(Address + Bytes);
  return It == Pieces.begin() || std::prev(It)->second.End <= Address;
}

uint64_t GuestMemory::findFree(uint64_t Bytes) const {
  Bytes = roundUpToPage(Bytes);
  if (!Bytes || Bytes > MappingTop)
    return 0;
  uint64_t Candidate = MappingTop - Bytes;
  auto It = Pieces.lower_bound(MappingTop);
  while (It != Pieces.begin()) {
    --It;
    if (It->second.End <= Candidate)
      break;
    // The heap above the program grows into the largest gap from below.
    if (It->first < LowestAddress + Bytes)
      return 0;
    Candidate = It->first - Bytes;
  }
  return Candidate >= LowestAddress ? Candidate : 0;
}

char *GuestMemory::bytes(uint64_t Address, uint64_t Bytes,
                         unsigned Permissions) const {
  if (Bytes > Size || Address > Size - Bytes)
    return nullptr;
  uint64_t End = Address + Bytes, Next = Address;
  if (Bytes == 0)
    return Base + Address;
  auto It = Pieces.upper_bound(Address);
  if (It == Pieces.begin())
    return nullptr;
  for (--It; Next < End; ++It) {
    if (It == Pieces.end() || It->first > Next || It->second.End <= Next ||
        (It->second.Permissions & Permissions) != Permissions)
      return nullptr;
    Next = It->second.End;
  }
  return Base + Address;
}

const char *GuestMemory::string(uint64_t Address) const {
  uint64_t Here = Address;
  while (true) {
    uint64_t PageEnd = roundUpToPage(Here + 1);
    const char *Start = bytes(Here, PageEnd - Here, MayRead);
    if (!Start)
      return nullptr;
    if (std::memchr(Start, 0, PageEnd - Here))
      return Base + Address;
    Here = PageEnd;
  }
}

uint64_t GuestMemory::moveBreak(uint64_t Address) {
  if (Address < BreakStart)
    return Break;
  uint64_t Start = roundUpToPage(BreakStart);
  HeapEnd = std::max(HeapEnd, Start);
  if (Address > HeapEnd) {
    // Doubling keeps the emulator's list of mappings short.
    uint64_t Step =
        std::max({roundUpToPage(Address - HeapEnd), HeapEnd - Start, HeapStep});
    if (!isFree(HeapEnd, Step))
      Step = roundUpToPage(Address - HeapEnd);
    if (!isFree(HeapEnd, Step) || map(HeapEnd, Step, MayRead | MayWrite) != 0)
      return Break;
    HeapEnd += Step;
  }
  // Released memory must read as zeros when it is allocated again.
  if (Address < Break)
    std::memset(Base + Address, 0, Break - Address);
  return Break = Address;
}
