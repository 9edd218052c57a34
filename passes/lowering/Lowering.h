//===- Lowering.h - Code at a site ------------------------------*- C++ -*-===//
//
// A lowering emits the code of count points. UnitEmitter.cpp adds the records
// by which the runtime finds the counts (abi.h).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_LOWERING_H
#define UDPC_PASSES_LOWERING_LOWERING_H

#include "passes/sites/Site.h"
#include "llvm/IR/IRBuilder.h"
#include <deque>
#include <memory>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
class Triple;
} // namespace llvm

namespace udpc {

class TargetDescription;
struct UnitFields;
struct CountingGroup;

/// Interface of a lowering. Instances belong to one module.
class SiteLowering {
public:
  virtual ~SiteLowering() = default;

  virtual abi::UnitLowering kind() const = 0;

  /// Emits the code that counts \p Point at \p B, which may be elsewhere. The
  /// code has no effect on the program.
  virtual void emitCount(llvm::IRBuilder<> &B, const CountPoint &Point) = 0;

  /// Sets the fields of abi::Unit that depend on the lowering.
  virtual void describe(UnitFields &Fields) = 0;

  /// The thread-local slots, or null.
  virtual llvm::GlobalVariable *slots() { return nullptr; }
};

/// One thread-local increment. In code that may become part of a shared
/// library, the slots are those of ThreadSlots.h.
std::unique_ptr<SiteLowering> createInlineLowering(llvm::Module &M,
                                                   unsigned NumSlots,
                                                   llvm::GlobalVariable &Unit);
/// A call through the unit record \p Unit.
std::unique_ptr<SiteLowering> createCallLowering(llvm::Module &M,
                                                 llvm::GlobalVariable &Unit);
/// One udpc instruction. \p Plan has a slot per site.
std::unique_ptr<SiteLowering>
createInstructionLowering(llvm::Module &M, const EventSpec &Spec,
                          const SitePlan &Plan, llvm::GlobalVariable &Unit,
                          const TargetDescription &Target);

/// The code of an event with `every`, which has a unit of its own. \p Unit is
/// that of the sites.
std::unique_ptr<SiteLowering>
createEveryLowering(llvm::Module &M, const CountingGroup &G,
                    llvm::GlobalVariable &Unit,
                    const TargetDescription *Target);

/// A unit's slots in the executable's static thread-local storage, and the
/// function for abi::Unit::Slots.
llvm::GlobalVariable *createSlots(llvm::Module &M, unsigned NumSlots);
llvm::Function *createSlotsFunction(llvm::Module &M,
                                    llvm::GlobalVariable &Slots);
/// Whether \p F is that of a unit.
bool isSlotsFunction(const llvm::Function &F);

/// Whether targets like \p T have no thread-local storage, so that their code
/// does not count.
bool hasNoThreadLocals(const llvm::Triple &T);
/// Whether the module can only become part of an executable, where the
/// distance of thread-local storage from the thread pointer is fixed.
bool isExecutableCode(const llvm::Module &M);
/// Whether the module's slots can be thread-local variables at the same offset
/// from the thread pointer in each thread.
bool hasStaticThreadLocals(const llvm::Module &M);
/// Whether its increments may get a base register (ShortenCounts.cpp), which
/// reaches the slots of a function if they are neighbours.
bool canShortenCounts(const llvm::Module &M);
/// Whether \p G is the slots of a unit in such a module.
bool isThreadLocalSlots(const llvm::GlobalVariable &G);
/// Whether the module's code can count by thread-local increments.
bool canCountInline(const llvm::Module &M);

/// Entries of a spec with the same counting mode, and their sites.
struct CountingGroup {
  CountingGroup(EventSpec Spec, Lowering SiteLowering, Fidelity SiteFidelity,
                MarkChoice Choice, std::optional<unsigned> EveryEvent)
      : Spec(std::move(Spec)), SiteLowering(SiteLowering),
        SiteFidelity(SiteFidelity), Choice(Choice), EveryEvent(EveryEvent),
        Plan(SiteLowering == Lowering::Instruction || EveryEvent
                 ? SlotUse::PerSite
                 : SlotUse::PerPlace),
        Matches(this->Spec) {}
  CountingGroup(const CountingGroup &) = delete; // Sites refer to entries.

  EventSpec Spec;        ///< All events, and the group's entries.
  Lowering SiteLowering; ///< Not Auto.
  Fidelity SiteFidelity;
  MarkChoice Choice;
  /// The only event of the group's entries, which has `every`.
  std::optional<unsigned> EveryEvent;
  SitePlan Plan;
  EntryMatches Matches;
};

/// Inserts the code for all \p Groups of exact fidelity, and for every group a
/// unit's record, site table and registration. Transparent groups stay empty
/// until their sites are found in machine code (machine/). \p Target is
/// required for groups with instructions.
void lowerGroups(llvm::Module &M, std::deque<CountingGroup> &Groups,
                 const TargetDescription *Target);

/// How the sites of an event with `every` are counted.
enum class EverySiteCounts {
  Together, ///< In the event's words.
  Pairs,    ///< Each in an abi::EveryPair.
  Beside,   ///< Each in a slot, and in the event's words.
};
EverySiteCounts everySiteCounts(const CountingGroup &G);

/// Numbers the slots of the sites of \p G, whose event has `every`. Removes
/// those whose count is a difference, with a remark.
void prepareEvery(CountingGroup &G);

/// The bytes of a unit's site table.
std::vector<uint8_t> encodeTable(llvm::StringRef SourceFile,
                                 const EventSpec &Spec, Fidelity SiteFidelity,
                                 const SitePlan &Plan,
                                 const EntryMatches &Matches);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_LOWERING_H
