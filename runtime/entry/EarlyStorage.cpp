//===- EarlyStorage.cpp - Thread-local storage before the start -----------===//
//
// This code runs while the process has one thread, and possibly before the
// executable is relocated. So it calls no function of the C library and uses no
// pointer that the file contains.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/entry/EarlyStorage.h"
#include "runtime/base/Bytes.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include "udpc/resolvers.h"
#include <link.h>
#include <sys/syscall.h>
#if defined(__x86_64__)
#include <asm/prctl.h>
#endif

using namespace udpc;
using namespace udpc::rt;
using abi::BeforeResolver;

namespace {

/// The initial values of the executable's thread-local storage.
struct StorageImage {
  const uint8_t *Begin;
  size_t Size;         ///< The size of the values.
  size_t StorageSize;  ///< The size of the storage, which is zero after them.
  uintptr_t Alignment; ///< A power of two.
  uintptr_t Address;   ///< The address of the values in the file.

  /// The distance of the storage from the thread pointer.
  int64_t distance() const;
};

/// The executable's storage.
struct EarlyStorage {
  StorageImage Image;
  bool IsOwn; ///< Whether we created it: the C library does not use it.
  uint8_t *Storage;
  int64_t Distance; ///< From the thread pointer to Storage.
  /// The counts: Storage if it is our own, otherwise a copy; null before any
  /// resolver has counted.
  uint8_t *Counted;
};

} // namespace

static EarlyStorage Early;

#if defined(__x86_64__)
/// The thread control block follows the storage.
int64_t StorageImage::distance() const {
  uintptr_t End = Address + StorageSize;
  return -static_cast<int64_t>(StorageSize + (-End & (Alignment - 1)));
}

/// Returns the thread pointer, or 0 if there is none. threadPointer() would
/// read memory at the thread pointer.
static uintptr_t findThreadPointer() {
  uintptr_t Pointer = 0;
  rawSyscall(SYS_arch_prctl, ARCH_GET_FS, asLong(&Pointer));
  return Pointer;
}

static bool setThreadPointer(uintptr_t Pointer) {
  // Code reads the thread pointer from the control block.
  *reinterpret_cast<uintptr_t *>(Pointer) = Pointer;
  return rawSyscall(SYS_arch_prctl, ARCH_SET_FS, static_cast<long>(Pointer)) ==
         0;
}
#elif defined(__riscv)
/// The storage follows the thread control block.
int64_t StorageImage::distance() const {
  return static_cast<int64_t>(Address & (Alignment - 1));
}

static uintptr_t findThreadPointer() {
  uintptr_t Pointer;
  asm volatile("mv %0, tp" : "=r"(Pointer));
  return Pointer;
}

static bool setThreadPointer(uintptr_t Pointer) {
  asm volatile("mv tp, %0" : : "r"(Pointer) : "memory");
  return true;
}
#else
#error "how is the thread pointer set?"
#endif

/// Finds the initial values of the module with \p Header. False if it has no
/// thread-local storage.
static bool findImage(const ElfW(Ehdr) & Header, StorageImage &Image) {
  auto Base = reinterpret_cast<uintptr_t>(&Header);
  auto *Segments = reinterpret_cast<const ElfW(Phdr) *>(Base + Header.e_phoff);
  const ElfW(Phdr) *Storage = nullptr;
  uintptr_t Bias = Base;
  for (unsigned I = 0; I != Header.e_phnum; ++I) {
    const ElfW(Phdr) &Segment = Segments[I];
    if (Segment.p_type == PT_LOAD && Segment.p_filesz && !Segment.p_offset)
      Bias = Base - Segment.p_vaddr;
    if (Segment.p_type == PT_TLS)
      Storage = &Segment;
  }
  if (!Storage)
    return false;
  Image.Begin = reinterpret_cast<const uint8_t *>(Bias + Storage->p_vaddr);
  Image.Size = Storage->p_filesz;
  Image.StorageSize = Storage->p_memsz;
  Image.Alignment = Storage->p_align ? Storage->p_align : 1;
  Image.Address = Storage->p_vaddr;
  return true;
}

/// Creates storage for \p Image and sets the thread pointer, which the C
/// library will replace. Returns the pointer, or 0 after an error.
static uintptr_t makeStorage(const StorageImage &Image) {
  // Room for the control block, on either side of the thread pointer.
  constexpr size_t BlockSize = 4096;
  size_t Room = BlockSize + Image.StorageSize + Image.Alignment;
  auto Memory =
      reinterpret_cast<uintptr_t>(mapMemory(2 * Room + Image.Alignment));
  if (!Memory)
    return 0;
  uintptr_t Pointer = (Memory + Room) & ~(Image.Alignment - 1) & ~uintptr_t(63);
  return setThreadPointer(Pointer) ? Pointer : 0;
}

/// Finds or creates the executable's storage. False if there is none or its
/// initial values are not final.
static bool findStorage(const ElfW(Ehdr) & Header, BeforeResolver From) {
  uintptr_t Pointer = findThreadPointer();
  Early.IsOwn = !Pointer;
  if ((!Early.IsOwn && From == BeforeResolver::OfLibrary) ||
      !findImage(Header, Early.Image))
    return false;
  if (Early.IsOwn)
    Pointer = makeStorage(Early.Image);
  if (!Pointer)
    return false;
  Early.Distance = Early.Image.distance();
  Early.Storage = reinterpret_cast<uint8_t *>(Pointer + Early.Distance);
  return true;
}

extern "C" void __udpc_before_resolver(const void *Header,
                                       BeforeResolver From) {
  if (hasStarted() || !Header ||
      (!Early.Storage &&
       !findStorage(*static_cast<const ElfW(Ehdr) *>(Header), From)))
    return;
  if (Early.IsOwn)
    Early.Counted = Early.Storage;
  // Keeps the counts: slots are in the zeroed part after the values.
  if (From != BeforeResolver::AtStart)
    copyBytes(Early.Storage, Early.Image.Begin, Early.Image.Size);
}

extern "C" void __udpc_after_resolver() {
  if (hasStarted() || !Early.Storage || Early.Counted == Early.Storage)
    return;
  if (!Early.Counted)
    Early.Counted = static_cast<uint8_t *>(mapMemory(Early.Image.StorageSize));
  if (Early.Counted)
    copyBytes(Early.Counted, Early.Storage, Early.Image.StorageSize);
}

uint64_t *rt::earlyWords(int64_t Distance) {
  if (!Early.Counted)
    return nullptr;
  return reinterpret_cast<uint64_t *>(Early.Counted + Distance -
                                      Early.Distance);
}
