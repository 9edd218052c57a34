//===- SiteRegistry.h - Registry of udpc instructions -----------*- C++ -*-===//
//
// The instructions of each module, sorted by address. Records of modules are
// never freed, so that the SIGTRAP handler can look up an address at any time.
//
// All functions need the StateLock unless stated otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_SITEREGISTRY_H
#define UDPC_RUNTIME_PATCH_SITEREGISTRY_H

#include "runtime/patch/Patcher.h"
#include "udpc/encoding.h"

namespace udpc {
namespace rt {

/// Which parts of an instruction are on: bit N is its part N.
constexpr uint8_t SiteOff = 0;
static_assert(encoding::MaxParts <= 8, "states have bits for the parts");

/// The code that counts in one state of a site.
struct SiteTrampoline {
  SiteTrampoline *Next;
  uint8_t *Code;
  uint8_t State;
};

struct InstructionSite {
  uintptr_t Address;
  /// Of the states that have needed one. Kept from then on.
  SiteTrampoline *Trampolines;
  uint32_t Unit; ///< UnitRecord::Id.
  uint32_t Slot; ///< abi::InstructionRec has what those after it are for.
  /// With one part: the event of its sites, in the unit's table, and their
  /// command. The instruction's own command may compensate for another
  /// instruction of the site. Parts of several are what their sites are.
  uint32_t Event;
  uint8_t EventCommand;
  uint8_t NumParts;
  encoding::Instruction Code;
  uint8_t Flags;
  /// Which state it is in, and which patchSites is changing it to. The SIGTRAP
  /// handler reads them.
  uint8_t State, Wanted;
  /// The state in which the option `auto` keeps the time.
  uint8_t Timed;
  /// The option `auto` wants it to be on.
  bool IsHot : 1;
  /// patchSites is changing it.
  bool IsChanging : 1;
  /// What it had counted when the option `auto` looked last.
  uint64_t LastCount;

  uint8_t allOn() const { return uint8_t((1u << NumParts) - 1); }
  /// Whether its slots do.
  bool countsDown() const {
    return !Code.Set &&
           Code.Command == static_cast<uint8_t>(abi::SiteCommand::Dec);
  }
  /// Calls \p Action for each of its slots that counts in state \p In.
  template <typename Function>
  void forEachSlotIn(uint8_t In, Function Action) const {
    if (In == allOn())
      return Action(Slot);
    for (unsigned Part = 0; Part != NumParts; ++Part)
      if (In >> Part & 1)
        Action(Slot + 1 + Part);
  }
  /// The first of them. \p In is not SiteOff.
  uint32_t slotIn(uint8_t In) const {
    return In == allOn() ? Slot
                         : Slot + 1 + static_cast<uint32_t>(__builtin_ctz(In));
  }
  /// Its trampoline for state \p In, or null.
  SiteTrampoline *trampolineIn(uint8_t In) const {
    SiteTrampoline *T = Trampolines;
    while (T && T->State != In)
      T = T->Next;
    return T;
  }
};

/// Adds a trampoline for \p State to \p Site, in reach of it, or returns null.
SiteTrampoline *addTrampoline(InstructionSite &Site, uint8_t State);
/// Removes the one that was added last.
void removeTrampoline(InstructionSite &Site);

/// The event of \p View that instructions with \p Counter count.
bool findEvent(const TableView &View, uint8_t Counter, uint32_t &Event);

struct SiteModule {
  const abi::InstructionRec *Begin, *End;
  InstructionSite *Sites;
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
KnownSite findSite(uintptr_t Address, const InstructionSite *&Site);

/// The first of the sites of \p M whose address is not below \p Address.
uint64_t firstSiteFrom(const SiteModule &M, uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_SITEREGISTRY_H
