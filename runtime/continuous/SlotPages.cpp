//===- SlotPages.cpp - Where an executable's slots begin and end ----------===//
//
// A member of the archive for -fudpc-continuous, which links with
// continuous.ld: that places all slots of the executable, and nothing else,
// between the two markers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include <stdint.h>

static constexpr unsigned PageSize = 4096;

#define UDPC_MARKER(Place)                                                     \
  __attribute__((                                                              \
      aligned(PageSize), used, tls_model("local-exec"),                        \
      section(".tdata.__udpc_slots." Place))) static __thread uint64_t

UDPC_MARKER("first") First = 1;
UDPC_MARKER("last") Last = 1;

/// Stores the begin and the end of the calling thread's pages.
extern "C" __attribute__((visibility("hidden"))) void
__udpc_slot_pages(uintptr_t *Begin, uintptr_t *End) {
  *Begin = reinterpret_cast<uintptr_t>(&First);
  *End = reinterpret_cast<uintptr_t>(&Last);
}
