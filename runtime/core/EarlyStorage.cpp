//===- EarlyStorage.cpp - Thread-local storage before the start -----------===//
//
// The process has one thread. This may run before the executable is relocated:
// no function of the C library is called, and no pointer that the file contains
// is used.
//
//===----------------------------------------------------------------------===//

#include "runtime/core/EarlyStorage.h"
#include "runtime/core/Process.h"
#include "runtime/core/System.h"
#include "runtime/logic/Bytes.h"
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
  size_t Size;         ///< In the file.
  size_t StorageSize;  ///< The rest is zero.
  uintptr_t Alignment; ///< A power of two.
  uintptr_t Address;   ///< In the file.

  /// The distance of the storage from the thread pointer.
  int64_t distance() const;
};

/// The executable's storage.
struct EarlyStorage {
  StorageImage Image;
  bool IsOwn; ///< The C library does not use it.
  uint8_t *Storage;
  int64_t Distance; ///< From the thread pointer to Storage.
  /// The counts: Storage if it is our own, or a copy; null before there is one.
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

/// 0 if there is none, when it must not be read as threadPointer() does.
static uintptr_t findThreadPointer() {
  uintptr_t Pointer = 0;
  rawSyscall(SYS_arch_prctl, ARCH_GET_FS, asLong(&Pointer));
  return Pointer;
}

static bool setThreadPointer(uintptr_t Pointer) {
  // Code reads it from the control block.
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

/// False if the module with \p Header has none.
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

/// Makes storage for \p Image and a thread pointer, which the C library
/// replaces by its own. Returns the pointer, or 0 without memory.
static uintptr_t makeStorage(const StorageImage &Image) {
  // Enough for the control block, on either side.
  constexpr size_t BlockSize = 4096;
  size_t Room = BlockSize + Image.StorageSize + Image.Alignment;
  auto Memory =
      reinterpret_cast<uintptr_t>(mapMemory(2 * Room + Image.Alignment));
  if (!Memory)
    return 0;
  uintptr_t Pointer = (Memory + Room) & ~(Image.Alignment - 1) & ~uintptr_t(63);
  return setThreadPointer(Pointer) ? Pointer : 0;
}

/// Finds the executable's storage, or makes it. False if there is none or its
/// initial values are not known.
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
  // Slots are among the zeros behind the values.
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
