//===- Sites.h - Registry of udpc instructions ------------------*- C++ -*-===//
//
// The instructions of each module, sorted by address. Records of modules are
// never freed, so that the SIGTRAP handler can look up an address at any time.
//
// All functions need the StateLock unless stated otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_SITES_H
#define UDPC_RUNTIME_PATCH_SITES_H

#include "runtime/patch/Patcher.h"
#include "udpc/encoding.h"

namespace udpc {
namespace rt {

struct CodeSite {
  uintptr_t Address;
  /// The site's trampoline; null until it needs one. Kept from then on.
  uint8_t *Trampoline;
  uint32_t Unit; ///< UnitRecord::Id.
  uint32_t Slot;
  /// The event of its sites, in the unit's table, and their command. The
  /// instruction's own command may compensate for another instruction of the
  /// site.
  uint32_t Event;
  uint8_t EventCommand;
  encoding::Instruction Code;
  uint8_t Flags;
  /// What it has counted when the option `auto` looked last.
  uint64_t LastCount;
  /// The option `auto` wants it to be on, and keeps the time.
  bool IsHot : 1;
  bool IsTimed : 1;
  bool IsOn : 1;
  /// patchSites is changing it.
  bool IsChanging : 1;
};

struct SiteModule {
  const abi::InstructionRec *Begin, *End;
  CodeSite *Sites;
  uint64_t NumSites, Capacity;
  /// Registered.
  bool IsLive;
  /// The range that contains the sites that patchSites is changing.
  uint64_t FirstChanging, EndChanging;
};

uint32_t numModules();
SiteModule &siteModule(uint32_t I);

/// Whether there is a udpc instruction at \p Address. Needs no lock.
enum class KnownSite { No, Yes, OfDeadModule };
KnownSite findSite(uintptr_t Address);

/// The first of the sites of \p M whose address is not below \p Address.
uint64_t firstSiteFrom(const SiteModule &M, uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_SITES_H
