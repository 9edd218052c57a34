//===- Sites.h - Where the udpc instructions are ---------------*- C++ -*-===//
//
// The instructions of each module, sorted by address whatever the linker made
// of their records. Records of modules are never taken away, so that the
// SIGTRAP handler can look up an address at any time.
//
// All functions need the StateLock, but for those that say otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_SITES_H
#define UDPC_RUNTIME_PATCH_SITES_H

#include "runtime/patch/Patcher.h"

namespace udpc {
namespace rt {

struct CodeSite {
  uintptr_t Address;
  /// What the site jumps to; null until it needs one. Kept from then on.
  uint8_t *Trampoline;
  uint32_t Unit; ///< UnitRecord::Id.
  uint32_t Slot;
  uint8_t Counter;
  uint8_t Command;
  uint8_t Flags;
  bool IsOn : 1;
  /// patchSites is at it.
  bool IsChanging : 1;
};

struct SiteModule {
  const abi::InstructionRec *Begin, *End;
  CodeSite *Sites;
  uint64_t NumSites, Capacity;
  /// Not taken back.
  bool IsLive;
  /// The sites that patchSites is at are among these.
  uint64_t FirstChanging, EndChanging;
};

uint32_t numModules();
SiteModule &siteModule(uint32_t I);

/// Whether a udpc instruction is known at \p Address. Needs no lock.
enum class KnownSite { No, Yes, OfDeadModule };
KnownSite findSite(uintptr_t Address);

/// The first of the sites of \p M whose last byte is not below \p Address.
uint64_t firstSiteFrom(const SiteModule &M, uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_SITES_H
