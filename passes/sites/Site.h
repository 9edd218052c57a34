//===- Site.h - What the finders find --------------------------*- C++ -*-===//
//
// Finders look at a module and return sites; they change nothing. The rewriter
// (passes/lowering) then counts at their points. A *value* is what can be
// counted or computed: a slot, or a sum or difference of values.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SITE_H
#define UDPC_PASSES_SITES_SITE_H

#include "passes/spec/EventSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace udpc {

/// Where code counts, and in which slot.
struct CountPoint {
  /// Count right before this instruction.
  llvm::Instruction *Before = nullptr;
  /// Or, when Before is null: count whenever an exception leaves the function.
  llvm::Function *Unwinds = nullptr;
  unsigned Slot = 0;
  /// How much to count, an i64 of value 0 or 1; null is 1.
  llvm::Value *Step = nullptr;
};

struct Site {
  const SpecEntry *Entry = nullptr;
  std::string File; ///< Absolute where it is known.
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Function; ///< Linkage name; "" for a line of several functions.
  std::vector<abi::CandidateRec> Candidates;
};

struct DerivedValue {
  uint32_t Left, Right;
  bool Subtract;
};

/// All that is to be counted in a module. Values are numbered as in abi.h:
/// slots first, derived values after them. Until `finish` derived values carry
/// the tag bit, because the number of slots is not known yet.
class SitePlan {
public:
  std::vector<Site> Sites;
  std::vector<CountPoint> Points;
  std::vector<DerivedValue> Derived;
  unsigned NumSlots = 0;

  unsigned addSlot() { return NumSlots++; }
  /// Two entries of one event may mean the same place with the same command;
  /// it counts once.
  void addSite(Site S);
  uint32_t addDerived(uint32_t Left, uint32_t Right, bool Subtract) {
    Derived.push_back({Left, Right, Subtract});
    return DerivedTag | (Derived.size() - 1);
  }
  /// Gives derived values their final numbers.
  void finish();

private:
  using Identity = std::tuple<unsigned, abi::SiteKind, abi::SiteCommand,
                              std::string, std::string, unsigned, unsigned>;
  std::set<Identity> Known;
  static constexpr uint32_t DerivedTag = 0x80000000;
};

/// Reports, per entry of the spec, what it matched and why not.
struct EntryMatches {
  std::vector<unsigned> NumSites; ///< By entry.
  /// By entry: names or places that an entry without sites may have meant.
  std::vector<std::vector<std::string>> Near;
  /// By entry: why there is no site although its function or file is here.
  std::vector<std::string> Reason;

  explicit EntryMatches(const EventSpec &Spec)
      : NumSites(Spec.Entries.size()), Near(Spec.Entries.size()),
        Reason(Spec.Entries.size()) {}
};

/// Finds entries, returns and unwinds of functions.
void findFunctionSites(llvm::Module &M, const EventSpec &Spec, SitePlan &Plan,
                       EntryMatches &Matches);

/// Finds lines, from the front end's coverage records (CoverageRecords.h).
void findLineSites(llvm::Module &M, const EventSpec &Spec, SitePlan &Plan,
                   EntryMatches &Matches);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SITE_H
