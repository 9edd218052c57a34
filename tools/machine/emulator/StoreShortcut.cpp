//===- StoreShortcut.cpp - Makes stores of the emulator fast --------------===//
//
// Unicorn 2.0 takes each store for one that may change code: it collects the
// translated blocks of the page, with several allocations, about 60 ns a store.
// These definitions precede the library's own, which it exports, and do
// nothing: four times as many instructions a second (docs/machine.md). The
// machine itself discards translated code where a program may have changed it:
// at fence.i, riscv_flush_icache, mprotect and mmap of code.
//
// If a version of the library has no such functions, these are not used.
//
//===----------------------------------------------------------------------===//

#define UDPC_PRECEDES_LIBRARY                                                  \
  extern "C" __attribute__((visibility("default"), used))

UDPC_PRECEDES_LIBRARY void *page_collection_lock_riscv64(void *, unsigned long,
                                                         unsigned long) {
  return nullptr;
}
UDPC_PRECEDES_LIBRARY void page_collection_unlock_riscv64(void *) {}
UDPC_PRECEDES_LIBRARY void
tb_invalidate_phys_page_fast_riscv64(void *, void *, unsigned long, int,
                                     unsigned long) {}
