//===- TransparentMarks.cpp - Finds marks in machine code -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/machine/TransparentFinder.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include <set>

using namespace llvm;
using namespace udpc;

/// Finds the marks of \p Probes. A mark belongs to its source function, which
/// may have been inlined.
void TransparentFinder::findMarks(ArrayRef<MachineProbe> Probes) {
  for (const MachineProbe &P : Probes) {
    if (P.What->What != Probe::Mark)
      continue;
    FunctionNames Names(P.What->Function, P.What->Base, P.What->Sources);
    std::string Where = "mark '" + P.What->Name + "' in " + MF->getName().str();
    MachinePoint Point;
    Point.Block = P.Block;
    Point.Before = P.Before;
    std::set<unsigned> Known;
    for (const Matcher &Match : Matchers) {
      const SpecEntry &Entry = Match.entry();
      if (!Entry.isMark() || !Match.matchesName(P.What->Name) ||
          !Match.matches(Names))
        continue;
      if (!P.Before && P.Block->getFirstTerminator() != P.Block->end()) {
        missed(Entry, Where + ": it is behind the last branch of a block");
        continue;
      }
      Site S;
      S.Entry = &Entry;
      S.File = P.What->File;
      S.Line = P.What->Line;
      S.Column = P.What->Column;
      S.Function = P.What->Function;
      // Entries of one event that match the same mark count it once.
      if (Known.insert(Plan.addSite(S).first).second)
        add(Entry, std::move(S), {{Point}, {}});
      found(Entry, Where);
    }
  }
}
