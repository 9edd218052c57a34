//===- CodeSteps.h - Which hints make code ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_CODESTEPS_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_CODESTEPS_H

#include "tools/udpc/prefetch-loop/LoopState.h"

namespace udpc {

/// The steps of the loop before the search: finds what the compiler makes of
/// the hints and of their variants, and leaves those that make code.
class CodeSteps {
public:
  explicit CodeSteps(LoopState &S) : S(S) {}

  /// Builds and runs the first variants, which shows mistakes in the commands,
  /// and what a build takes.
  llvm::Error run();

private:
  /// Whether the hints of these groups change the code: the compiler cannot
  /// compute all addresses ahead.
  llvm::Expected<bool> hasCode(llvm::ArrayRef<HintGroup> Groups,
                               const GroupSet &Which);
  /// Whether it is no mistake of the build command that the hints of all groups
  /// change no code: the build has made the profile that they are from, and
  /// they are indirect.
  bool mayHaveNoCode() const;
  void dropGroupsWithoutCode();
  /// Whether there is time to build what tells which hints make code. Those of
  /// which it is not known then are searched like the others.
  bool hasTimeForCode() const { return S.Journal.spent() < EndOfCode; }
  /// Drops groups without which the code is the same, as others prefetch what
  /// they do, and adds those that make none by themselves to \p Without.
  llvm::Error dropIdle(GroupSet &Without);
  /// Moves groups of indirect hints that make no code to the first place where
  /// they make some. Returns those for which there is none; no other distance
  /// makes code.
  llvm::Expected<GroupSet> moveToCode(GroupSet Without);
  /// Gives those of them that miss much the next line as hint. Returns the
  /// others.
  llvm::Expected<GroupSet> tryNextLines(GroupSet Without);
  /// Drops places of indirect hints (inner, outer loops; levels) that change
  /// the code of no group.
  llvm::Error dropEqualPlaces();
  /// Adds the rivals for which there is code.
  llvm::Error addRivals();

  LoopState &S;
  double EndOfCode = 0; ///< The time that is spent by then.
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_CODESTEPS_H
