//===- Site.h - Results of the finders --------------------------*- C++ -*-===//
//
// Finders look at a module and return sites; they change nothing. The rewriter
// (passes/lowering) then inserts code at their points. A *value* is a slot, or
// a sum or difference of values.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SITE_H
#define UDPC_PASSES_SITES_SITE_H

#include "spec/EventSpec.h"
#include "spec/Matching.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace udpc {

/// An insertion point and its slot. Exactly one of Before, Unwinds and (From,
/// To) is set.
struct CountPoint {
  /// Count right before this instruction.
  llvm::Instruction *Before = nullptr;
  /// Count whenever an exception leaves the function.
  llvm::Function *Unwinds = nullptr;
  /// Count the edge from one block to the other.
  llvm::BasicBlock *From = nullptr, *To = nullptr;
  bool IsBackEdge = false;
  unsigned Slot = 0;
  /// The command. Only instructions can count down.
  abi::SiteCommand Command = abi::SiteCommand::Inc;
  /// The amount, an i64; null means 1. Instructions support only 0 and 1.
  llvm::Value *Step = nullptr;

  static CountPoint before(llvm::Instruction *I, unsigned Slot) {
    CountPoint P;
    P.Before = I;
    P.Slot = Slot;
    return P;
  }
  static CountPoint onUnwind(llvm::Function *F, unsigned Slot) {
    CountPoint P;
    P.Unwinds = F;
    P.Slot = Slot;
    return P;
  }
  static CountPoint onEdge(llvm::BasicBlock *From, llvm::BasicBlock *To,
                           unsigned Slot) {
    CountPoint P;
    P.From = From;
    P.To = To;
    P.Slot = Slot;
    return P;
  }
};

struct Site {
  const SpecEntry *Entry = nullptr;
  std::string File; ///< Absolute where it is known.
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Function; ///< Linkage name; "" if several.
  std::vector<abi::CandidateRec> Candidates;
};

struct DerivedValue {
  uint32_t Left, Right;
  bool Subtract;
};

/// How slots are shared.
enum class SlotSharing {
  /// Sites at the same place share a slot; events read the slots that they
  /// need.
  PerPlace,
  /// Each site has the slot of its own number, counts up and down in it, and
  /// each of its points is one udpc instruction.
  PerSite,
};

/// All count points of a module with one counting mode. Values are numbered as
/// in abi.h: slots first, derived values after them. Until `finish` derived
/// values carry the tag bit, because the number of slots is not known yet.
class SitePlan {
public:
  explicit SitePlan(SlotSharing Use = SlotSharing::PerPlace) : Use(Use) {}

  const SlotSharing Use;
  std::vector<Site> Sites;
  std::vector<CountPoint> Points;
  std::vector<DerivedValue> Derived;
  unsigned NumSlots = 0;

  unsigned addSlot() { return NumSlots++; }
  /// Returns the number of the site with the key of \p S (event, kind, command,
  /// function or line), and whether it is new. Two entries of one event that
  /// match the same place with the same command count it once. In a plan of
  /// slots per site, a new site gets its slot and candidate here.
  std::pair<unsigned, bool> addSite(Site S);
  /// Adds \p P so that \p Site counts up there, or down if \p Negative.
  void addPoint(const Site &Site, CountPoint P, bool Negative = false);
  uint32_t addDerived(uint32_t Left, uint32_t Right, bool Subtract) {
    Derived.push_back({Left, Right, Subtract});
    return DerivedTag | (Derived.size() - 1);
  }
  /// Gives derived values their final numbers.
  void finish();

private:
  /// The key of a site. Fields that differ most often come first: line, column.
  using Identity = std::tuple<unsigned, unsigned, unsigned, abi::SiteKind,
                              abi::SiteCommand, std::string, std::string>;
  std::map<Identity, unsigned> Known;
  static constexpr uint32_t DerivedTag = 0x80000000;
};

/// The matches of each entry of the spec, or the reasons for none.
struct EntryMatches {
  std::vector<unsigned> NumSites; ///< By entry.
  /// By entry: suggestions for an entry without sites. Names are searched only
  /// if suggestions will be printed.
  std::vector<Proposals> Near;
  bool WantsNames = true;
  /// By entry: the reason for no site although its function or file is here.
  std::vector<std::string> Reason;
  /// By entry: whether it cannot match in other units either, as it names this
  /// unit's main file.
  std::vector<bool> IsFinal;

  explicit EntryMatches(const EventSpec &Spec)
      : NumSites(Spec.Entries.size()), Near(Spec.Entries.size()),
        Reason(Spec.Entries.size()), IsFinal(Spec.Entries.size()) {}
};

/// A selection of marks: an instruction counts 1, so marks with amounts are
/// counted in another mode.
enum class MarkChoice { All, WithoutAmount, WithAmount };

} // namespace udpc

#endif // UDPC_PASSES_SITES_SITE_H
