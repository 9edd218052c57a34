//===- FunctionParts.cpp - Joins the parts of functions -------------------===//
//
// Compilers move code that is rarely executed out of its function, into
// `f.cold`. Without symbols, such a part is a range of .eh_frame that nothing
// calls or refers to and that only one function jumps to. A function that is
// only reached by tail calls of one other function counts as a part of that
// function as well: its returns are the other's returns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "rewrite/code/Exits.h"
#include "rewrite/code/ModuleContents.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

using Contents = ModuleCode::Contents;

namespace {

class PartFinder {
public:
  explicit PartFinder(Contents &C) : C(C), Users(C.Ranges.size()) {}
  void run();

private:
  struct RangeUsers {
    SmallVector<int32_t, 2> Jumpers;
    bool IsCalled = false;
  };

  void findUsers();
  void choose(int32_t Range);
  void joinFlags();
  void findUnknownCode();
  void makeFunctions();

  Contents &C;
  std::vector<RangeUsers> Users;
};

} // namespace

void PartFinder::findUsers() {
  for (const FlowInstruction &F : C.Flows) {
    int32_t To = F.Target ? C.rangeAt(F.Target) : -1;
    if (To < 0)
      continue;
    int32_t From = C.rangeAt(F.Address);
    if (F.Kind == Flow::Call)
      Users[To].IsCalled = true;
    else if (From != To && !is_contained(Users[To].Jumpers, From))
      Users[To].Jumpers.push_back(From);
  }
}

/// Returns the name of the function whose cold part is \p Name, or "".
static StringRef coldPartOf(StringRef Name) {
  size_t At = Name.find(".cold");
  return At == StringRef::npos ? StringRef() : Name.take_front(At);
}

void PartFinder::choose(int32_t Range) {
  CodeRangeOfFunction &R = C.Ranges[Range];
  const RangeUsers &U = Users[Range];
  auto Join = [&](int32_t Function) {
    if (Function >= 0 && C.functionOf(Function) != Range)
      R.PartOf = Function;
  };
  if (!R.Names.empty()) {
    StringRef Function = coldPartOf(R.Names.front());
    if (Function.empty())
      return;
    for (int32_t Jumper : U.Jumpers)
      if (Jumper >= 0 && is_contained(C.Ranges[Jumper].Names, Function))
        return Join(Jumper);
    if (U.Jumpers.size() == 1)
      Join(U.Jumpers.front());
    return;
  }
  bool IsNamed = R.IsExported ||
                 std::binary_search(C.AddressConstants.begin(),
                                    C.AddressConstants.end(), R.Range.Begin);
  if (!IsNamed && !U.IsCalled && U.Jumpers.size() == 1)
    Join(U.Jumpers.front());
}

/// Copies the flags of parts to their functions.
void PartFinder::joinFlags() {
  for (const auto &[Index, R] : enumerate(C.Ranges)) {
    auto Label = llvm::lower_bound(C.AddressConstants, R.Range.Begin + 1);
    bool HasLabel = Label != C.AddressConstants.end() && *Label < R.Range.End;
    CodeRangeOfFunction &Function = C.Ranges[C.functionOf(Index)];
    Function.HasLabels |= HasLabel;
    Function.HasJumpTable |= R.HasJumpTable;
  }
}

void PartFinder::findUnknownCode() {
  for (CodeRangeOfFunction &R : C.Ranges) {
    const CodeSection *S = C.sectionAt(R.Range.Begin);
    for (uint64_t At = R.Range.Begin; At != R.Range.End && !R.UnknownCode; ++At)
      if (S->Flags[At - S->Address] & UnknownByte)
        R.UnknownCode = At;
  }
  for (const FlowInstruction &F : C.Flows)
    if (F.IsReached && F.Kind == Flow::IndirectJump)
      if (int32_t Range = C.rangeAt(F.Address); Range >= 0) {
        JumpKind Kind = kindOfIndirectJump(C, F.Address);
        // One of several jumps may use a table that was not found.
        if (Kind == JumpKind::Unknown ||
            (Kind != JumpKind::Leaves && C.Ranges[Range].UnknownCode))
          C.Ranges[C.functionOf(Range)].HasUnknownJump = true;
      }
}

void PartFinder::makeFunctions() {
  std::vector<int32_t> Index(C.Ranges.size(), -1);
  for (const auto &[I, R] : enumerate(C.Ranges)) {
    if (R.PartOf >= 0)
      continue;
    Index[I] = C.Functions.size();
    CodeFunction F;
    F.Ranges.push_back(R.Range);
    F.Names = R.Names;
    F.IsResolver = R.IsResolver;
    C.Functions.push_back(std::move(F));
  }
  for (const auto &[I, R] : enumerate(C.Ranges))
    if (R.PartOf >= 0)
      C.Functions[Index[C.functionOf(I)]].Ranges.push_back(R.Range);
}

void PartFinder::run() {
  findUsers();
  for (size_t Range = 0; Range != C.Ranges.size(); ++Range)
    choose(Range);
  joinFlags();
  findUnknownCode();
  makeFunctions();
}

void udpc::joinFunctionParts(Contents &C) { PartFinder(C).run(); }
