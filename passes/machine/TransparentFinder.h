//===- TransparentFinder.h - Finds sites in machine code --------*- C++ -*-===//
//
// Finds the insertion points of udpc instructions in the final code of
// functions, without changing it. It counts what the machine executes: an
// inlined copy of a function is no entry, and an unrolled line counts at each
// of its copies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_MACHINE_TRANSPARENTFINDER_H
#define UDPC_PASSES_MACHINE_TRANSPARENTFINDER_H

#include "ir/Probes.h"
#include "passes/sites/Site.h"
#include "spec/Matching.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <deque>
#include <map>

namespace llvm {
class DISubprogram;
class Loop;
class LoopInfo;
class MachineLoop;
class MachineLoopInfo;
} // namespace llvm

namespace udpc {

class SpinLoops;
class TargetDescription;

/// The insertion point of one instruction.
struct MachinePoint {
  /// Where to insert: before \p Before, or at the block's end if that is null.
  /// If OnFallThrough is set, on the fall-through edge into \p Block instead:
  /// in a new block, which branches to \p Block bypass.
  llvm::MachineBasicBlock *Block = nullptr;
  llvm::MachineInstr *Before = nullptr;
  bool OnFallThrough = false;
  unsigned Site = 0; ///< Also the slot.
  abi::SiteCommand Command = abi::SiteCommand::Inc;
};

/// Finds the sites of one unit.
class TransparentFinder {
public:
  /// \p Spins analyses the loops of the module; its units share it.
  TransparentFinder(const EventSpec &Spec, const TargetDescription &Target,
                    SpinLoops &Spins)
      : Spec(Spec), Target(Target), Plan(SlotSharing::PerSite), Matches(Spec),
        Spins(Spins) {
    for (const SpecEntry &E : Spec.Entries)
      Matchers.emplace_back(E);
  }

  /// Returns the points of \p MF, given its probes, and adds its sites to the
  /// plan.
  std::vector<MachinePoint> findIn(llvm::MachineFunction &MF,
                                   llvm::ArrayRef<MachineProbe> Probes);

  const SitePlan &plan() const { return Plan; }
  const EntryMatches &matches() const { return Matches; }

private:
  struct CodeLine {
    std::string File;
    unsigned Line;
    llvm::MachineInstr *First;
  };

  /// Points whose sum counts a control flow event: some count up, others down.
  struct Passage {
    std::vector<MachinePoint> Up, Down;
    /// Whether no point counts down.
    bool isDirect() const { return Down.empty(); }
  };

  void findEntry(const SpecEntry &Entry);
  void findReturns(const SpecEntry &Entry);
  bool hasLineOf(const SpecEntry &Entry, const Matcher &Match);
  void findLines(const SpecEntry &Entry, const Matcher &Match);
  void findMarks(llvm::ArrayRef<MachineProbe> Probes);
  void findLoops(const Matcher &Match, llvm::MachineLoopInfo &Loops);
  void findLoop(const Matcher &Match, llvm::ArrayRef<llvm::MachineLoop *> Parts,
                llvm::StringRef Reason);
  bool addPassages(llvm::MachineLoop &Loop, bool Iterations, Passage &To);
  void declareSpins(llvm::ArrayRef<MachineProbe> Probes);
  void findSpins(const Matcher &Match, llvm::MachineLoopInfo &Loops);
  void findSpin(const Matcher &Match, llvm::MachineLoop &Loop);
  llvm::DebugLoc startOf(const llvm::MachineLoop &Loop) const;
  const FunctionNames &functionAround(const llvm::MachineLoop &Loop);
  bool isMeant(const Matcher &Match, const llvm::MachineLoop &Loop);
  const llvm::Loop *sourceOf(const llvm::MachineLoop &Loop) const;
  const std::vector<std::pair<llvm::MachineBasicBlock *, CodeLine>> &lines();

  Site siteOfFunction(const SpecEntry &Entry) const;
  /// Adds the site unless it exists, and its points.
  void add(const SpecEntry &Entry, Site S, const Passage &At);
  void found(const SpecEntry &Entry, llvm::StringRef Where,
             llvm::StringRef Reason = "");
  void missed(const SpecEntry &Entry, llvm::StringRef Reason);
  void explainInlined();

  bool staysFirst(const llvm::MachineInstr &MI) const;
  MachinePoint atStart(llvm::MachineBasicBlock &MBB) const;
  static MachinePoint fallingInto(llvm::MachineBasicBlock &MBB);
  static std::optional<MachinePoint> after(llvm::MachineInstr &Branch);
  static bool addTaken(llvm::MachineInstr &Branch, Passage &To);
  static bool addEdge(llvm::MachineBasicBlock &From,
                      llvm::MachineBasicBlock &To, Passage &Edges);

  const EventSpec &Spec;
  const TargetDescription &Target;
  SitePlan Plan;
  EntryMatches Matches;
  std::deque<Matcher> Matchers;
  SpinLoops &Spins;

  // The state for the current function.
  llvm::MachineFunction *MF = nullptr;
  std::vector<MachinePoint> Points;
  /// The entry that counts each site in this function.
  llvm::DenseMap<unsigned, const SpecEntry *> Owners;
  const llvm::LoopInfo *SourceLoops = nullptr;
  /// The source functions of the function's code.
  std::map<const llvm::DISubprogram *, FunctionNames> Sources;
  std::optional<std::vector<std::pair<llvm::MachineBasicBlock *, CodeLine>>>
      Lines;
};

} // namespace udpc

#endif // UDPC_PASSES_MACHINE_TRANSPARENTFINDER_H
