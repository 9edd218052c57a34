//===- GuestMemory.h - The program's address space --------------*- C++ -*-===//
//
// Reserves addresses from 0 to Size - 1 in one piece in the host, so that a
// guest address is an offset. Keeps a list of the mapped pages and their
// permissions, and notifies an observer (the emulator) of changes.
//
// All sizes and addresses passed in are checked. Results are 0 or a negative
// Linux error number, as system calls return them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_LINUX_GUESTMEMORY_H
#define UDPC_TOOLS_MACHINE_LINUX_GUESTMEMORY_H

#include "llvm/Support/Error.h"
#include <map>
#include <stdint.h>
#include <string>

namespace udpc {
namespace machine {

constexpr uint64_t GuestPageSize = 4096;
inline uint64_t roundUpToPage(uint64_t Size) {
  return (Size + GuestPageSize - 1) & ~(GuestPageSize - 1);
}

/// Permissions of a page, with the values of PROT_READ, PROT_WRITE and
/// PROT_EXEC.
enum Permission : unsigned { MayRead = 1, MayWrite = 2, MayExecute = 4 };

/// Is notified when the program's mappings change.
class PageObserver {
public:
  virtual ~PageObserver() = default;
  virtual void mapped(uint64_t Address, uint64_t Size, unsigned Permissions,
                      char *Host) = 0;
  virtual void unmapped(uint64_t Address, uint64_t Size,
                        unsigned Permissions) = 0;
};

/// The program's address space.
class GuestMemory {
public:
  /// 64 GB. Sv39 has 256 GB of addresses, of which programs use little.
  static constexpr uint64_t Size = uint64_t(1) << 36;
  /// Lowest address that can be mapped, so that null pointers fault.
  static constexpr uint64_t LowestAddress = 0x10000;

  static llvm::Expected<std::unique_ptr<GuestMemory>> create();
  ~GuestMemory();
  GuestMemory(const GuestMemory &) = delete;
  GuestMemory &operator=(const GuestMemory &) = delete;

  void observe(PageObserver *O) { Observer = O; }

  /// Maps pages of zeros, or of \p File from \p Offset on if it is not -1, \p
  /// Shared with other processes or private. Replaces existing mappings.
  int64_t map(uint64_t Address, uint64_t Bytes, unsigned Permissions,
              int File = -1, uint64_t Offset = 0, bool Shared = false);
  int64_t unmap(uint64_t Address, uint64_t Bytes);
  int64_t protect(uint64_t Address, uint64_t Bytes, unsigned Permissions);
  /// Returns the highest free range below the stack; 0 if there is none.
  uint64_t findFree(uint64_t Bytes) const;
  /// Returns whether no page of the range is mapped.
  bool isFree(uint64_t Address, uint64_t Bytes) const;

  /// Returns the program's bytes; null if it lacks any of \p Permissions for
  /// any of them.
  char *bytes(uint64_t Address, uint64_t Bytes, unsigned Permissions) const;
  /// Returns a string that ends with NUL; null if it does not, or is not
  /// readable.
  const char *string(uint64_t Address) const;
  /// Returns the host address of \p Address without a check.
  char *host(uint64_t Address) const { return Base + Address; }

  /// Sets the start of the heap, whose end brk moves.
  void setBreak(uint64_t Address) { BreakStart = Break = Address; }
  /// Implements Linux's brk: returns the new break, or the old one on failure.
  uint64_t moveBreak(uint64_t Address);

private:
  struct Piece {
    uint64_t End;
    unsigned Permissions;
  };

  explicit GuestMemory(char *Base) : Base(Base) {}
  bool isValid(uint64_t Address, uint64_t Bytes) const;
  /// Removes pages from the list, splitting pieces at both ends.
  void erase(uint64_t Address, uint64_t End);
  void splitAt(uint64_t Address);

  char *Base;
  /// Mapped ranges by start.
  std::map<uint64_t, Piece> Pieces;
  PageObserver *Observer = nullptr;
  uint64_t BreakStart = 0, Break = 0;
  /// End of the memory mapped for the heap, which grows in large steps.
  uint64_t HeapEnd = 0;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_GUESTMEMORY_H
