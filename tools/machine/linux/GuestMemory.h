//===- GuestMemory.h - The program's address space --------------*- C++ -*-===//
//
// Addresses from 0 to Size - 1 are reserved in one piece in the host, so a
// guest address is an offset. Which pages the program has mapped, and with
// which permissions, is kept in a list; an observer (the emulator) is notified
// of changes.
//
// All sizes and addresses passed in are checked; results are 0 or a negative
// error number of Linux, as system calls return them.
//
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

/// As PROT_READ, PROT_WRITE and PROT_EXEC.
enum Permission : unsigned { MayRead = 1, MayWrite = 2, MayExecute = 4 };

/// Is notified of changes to what the program may access.
class PageObserver {
public:
  virtual ~PageObserver() = default;
  virtual void mapped(uint64_t Address, uint64_t Size, unsigned Permissions,
                      char *Host) = 0;
  virtual void unmapped(uint64_t Address, uint64_t Size,
                        unsigned Permissions) = 0;
};

class GuestMemory {
public:
  /// 64 GB: addresses of Sv39 are 256 GB, of which programs use little.
  static constexpr uint64_t Size = uint64_t(1) << 36;
  /// Nothing is ever mapped below, so that null pointers fault.
  static constexpr uint64_t LowestAddress = 0x10000;

  static llvm::Expected<std::unique_ptr<GuestMemory>> create();
  ~GuestMemory();
  GuestMemory(const GuestMemory &) = delete;
  GuestMemory &operator=(const GuestMemory &) = delete;

  void observe(PageObserver *O) { Observer = O; }

  /// Maps pages of zeros, or of \p File from \p Offset on (File >= 0; \p Shared
  /// with other processes). Replaces what was there.
  int64_t map(uint64_t Address, uint64_t Bytes, unsigned Permissions,
              int File = -1, uint64_t Offset = 0, bool Shared = false);
  int64_t unmap(uint64_t Address, uint64_t Bytes);
  int64_t protect(uint64_t Address, uint64_t Bytes, unsigned Permissions);
  /// The highest free piece below the stack; 0: none.
  uint64_t findFree(uint64_t Bytes) const;
  /// Whether no page of the piece is mapped.
  bool isFree(uint64_t Address, uint64_t Bytes) const;

  /// The program's bytes; null unless it may access all of them so.
  char *bytes(uint64_t Address, uint64_t Bytes, unsigned Permissions) const;
  /// A string that ends with NUL; null if it does not, or if it cannot be read.
  const char *string(uint64_t Address) const;
  /// The bytes without a check.
  char *host(uint64_t Address) const { return Base + Address; }

  /// Where the program's heap begins, which brk moves.
  void setBreak(uint64_t Address) { BreakStart = Break = Address; }
  /// Linux's brk: returns the new break, or the old one.
  uint64_t moveBreak(uint64_t Address);

private:
  struct Piece {
    uint64_t End;
    unsigned Permissions;
  };

  explicit GuestMemory(char *Base) : Base(Base) {}
  bool isValid(uint64_t Address, uint64_t Bytes) const;
  /// Forgets the pages, cutting pieces at both ends.
  void erase(uint64_t Address, uint64_t End);
  void splitAt(uint64_t Address);

  char *Base;
  /// By start.
  std::map<uint64_t, Piece> Pieces;
  PageObserver *Observer = nullptr;
  uint64_t BreakStart = 0, Break = 0;
  /// The end of what is mapped for the heap: it grows in large steps.
  uint64_t HeapEnd = 0;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_GUESTMEMORY_H
