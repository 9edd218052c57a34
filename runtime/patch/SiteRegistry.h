//===- SiteRegistry.h - Registry of udpc instructions -----------*- C++ -*-===//
//
// Stores the instructions of each module, sorted by address. Records of modules
// are never freed, so that the SIGTRAP handler can look up an address at any
// time.
//
// All functions need the StateLock unless stated otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_SITEREGISTRY_H
#define UDPC_RUNTIME_PATCH_SITEREGISTRY_H

#include "runtime/patch/Patcher.h"
#include "udpc/encoding.h"

namespace udpc {
namespace rt {

/// State of a site in which no part is on. In states, bit N is set if part N of
/// the instruction is on.
constexpr uint8_t SiteOff = 0;
static_assert(encoding::MaxParts <= 8, "states have bits for the parts");

/// The code that counts in one state of a site.
struct SiteTrampoline {
  SiteTrampoline *Next;
  uint8_t *Code;
  uint8_t State;
};

/// A udpc instruction in a loaded module.
struct InstructionSite {
  uintptr_t Address;
  /// Trampolines of the states that have needed one. They are kept.
  SiteTrampoline *Trampolines;
  uint32_t Unit; ///< UnitRecord::Id.
  uint32_t Slot; ///< First slot; abi::InstructionRec describes those after it.
  /// In an instruction with one part: the event of its sites, as an index into
  /// the unit's table, and their command. The instruction's own command may
  /// compensate for another instruction of the site. With several parts, each
  /// part's event and command are those of its sites.
  uint32_t Event;
  uint8_t EventCommand;
  uint8_t NumParts;
  encoding::Instruction Code;
  uint8_t Flags;
  /// The current state, and the state to which patchSites changes the site. The
  /// SIGTRAP handler reads them.
  uint8_t State, Wanted;
  /// The state for which the option `auto` measures the time.
  uint8_t Timed;
  /// Whether the option `auto` turns the site on.
  bool IsHot : 1;
  /// Whether patchSites is changing the site.
  bool IsChanging : 1;
  /// The site's count when the option `auto` last read it.
  uint64_t LastCount;

  uint8_t allOn() const { return uint8_t((1u << NumParts) - 1); }
  /// Returns whether the site's slots count down.
  bool countsDown() const {
    return !Code.Set &&
           Code.Command == static_cast<uint8_t>(abi::SiteCommand::Dec);
  }
  /// Calls \p Action for each of the site's slots that counts in state \p In.
  template <typename Function>
  void forEachSlotIn(uint8_t In, Function Action) const {
    if (In == allOn())
      return Action(Slot);
    for (unsigned Part = 0; Part != NumParts; ++Part)
      if (In >> Part & 1)
        Action(Slot + 1 + Part);
  }
  /// Returns the first slot that counts in state \p In, which is not SiteOff.
  uint32_t slotIn(uint8_t In) const {
    return In == allOn() ? Slot
                         : Slot + 1 + static_cast<uint32_t>(__builtin_ctz(In));
  }
  /// Returns the trampoline for state \p In, or null.
  SiteTrampoline *trampolineIn(uint8_t In) const {
    SiteTrampoline *T = Trampolines;
    while (T && T->State != In)
      T = T->Next;
    return T;
  }
};

/// Adds a trampoline for \p State, within reach of \p Site, or returns null.
SiteTrampoline *addTrampoline(InstructionSite &Site, uint8_t State);
/// Removes the trampoline that was added last.
void removeTrampoline(InstructionSite &Site);

/// Finds the event in \p View that instructions with \p Counter count. False if
/// there is none.
bool findEvent(const TableView &View, uint8_t Counter, uint32_t &Out);

struct SiteModule {
  const abi::InstructionRec *Begin, *End;
  InstructionSite *Sites;
  uint64_t NumSites, Capacity;
  /// Whether the module is registered.
  bool IsLive;
  /// The range of indices that contains the sites that patchSites is changing.
  uint64_t FirstChanging, EndChanging;
};

uint32_t numModules();
SiteModule &siteModule(uint32_t I);

/// Finds the udpc instruction at \p Address. Needs no lock.
enum class KnownSite { No, Yes, OfDeadModule };
KnownSite findSite(uintptr_t Address, const InstructionSite *&Site);

/// Returns the index of the first site of \p M whose address is not below \p
/// Address.
uint64_t firstSiteFrom(const SiteModule &M, uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_SITEREGISTRY_H
