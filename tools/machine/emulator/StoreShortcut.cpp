//===- StoreShortcut.cpp - Makes stores of the emulator fast --------------===//
//
// Unicorn 2.0 assumes that any store may change code: it collects the
// translated blocks of the page, with several allocations, at about 60 ns a
// store. These empty definitions take precedence over the exported ones of the
// library and allow four times as many instructions a second (docs/machine.md).
// The machine discards translated code itself where a program may have changed
// it: at fence.i, riscv_flush_icache, mprotect and mmap of code.
//
// A version of the library without these functions ignores the definitions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
