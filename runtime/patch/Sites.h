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

/// Which of a site's events are on: a set of these. Without NextOn where it has
/// one counter.
enum SiteState : uint8_t { SiteOff = 0, FirstOn = 1, NextOn = 2 };

struct CodeSite {
  uintptr_t Address;
  /// By slot (slotIndex): the site's trampolines; null until it needs one. Kept
  /// from then on.
  uint8_t *Trampolines[abi::SlotsOfTwoCounters];
  uint32_t Unit; ///< UnitRecord::Id.
  uint32_t Slot; ///< abi::InstructionRec has what those after it are for.
  /// The event of its sites, in the unit's table, and their command. The
  /// instruction's own command may compensate for another instruction of the
  /// site.
  uint32_t Event;
  uint32_t NextEvent; ///< Of the next counter, if it has two.
  uint8_t EventCommand;
  encoding::Instruction Code;
  uint8_t Flags;
  /// SiteStates: which it is in, and which patchSites is changing it to. The
  /// SIGTRAP handler reads them.
  uint8_t State, Wanted;
  /// The state in which the option `auto` keeps the time.
  uint8_t Timed;
  /// The option `auto` wants it to be on.
  bool IsHot : 1;
  /// patchSites is changing it.
  bool IsChanging : 1;
  /// What it had counted when the option `auto` looked last.
  uint64_t LastCount;

  /// Which of its slots counts in \p State, which is not SiteOff.
  unsigned slotIndex(uint8_t In) const {
    return !Code.hasTwo() || In == (FirstOn | NextOn) ? 0 : In;
  }
  uint32_t slotIn(uint8_t In) const { return Slot + slotIndex(In); }
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

/// Whether there is a udpc instruction at \p Address, and which. Needs no lock.
enum class KnownSite { No, Yes, OfDeadModule };
KnownSite findSite(uintptr_t Address, const CodeSite *&Site);

/// The first of the sites of \p M whose address is not below \p Address.
uint64_t firstSiteFrom(const SiteModule &M, uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_SITES_H
