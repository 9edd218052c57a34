//===- SiteText.cpp - Assembly of a udpc instruction and its record -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/code/SiteText.h"
#include "passes/target/TargetDescription.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace udpc;

// `${:uid}` is a unique number for each copy of inline assembly.
#define LABEL ".Ludpc_site${:uid}"
static constexpr StringLiteral Label = LABEL;
#define RECORD_LABEL ".Ludpc_record${:uid}"

abi::InstructionRec SiteText::record() const {
  abi::InstructionRec R = {};
  encoding::setRecord(R, Code);
  R.Slot = Slot;
  if (KeepFlags)
    R.Flags |= abi::KeepFlags;
  return R;
}

static std::string lastBytes(SiteText S, bool KeepFlags) {
  S.KeepFlags = KeepFlags;
  abi::InstructionRec R = S.record();
  return "\n\t.byte " + std::to_string(R.Flags) + ", " +
         std::to_string(R.More) + "\n\t.popsection";
}

/// The start of the record's section. `o` links the record to \p LinkedTo's
/// section; `?` puts it into the same COMDAT group. The relocation changes no
/// bytes, but prevents linkers from folding the function with an equal one
/// (--icf), which has other records.
static std::string section(StringRef LinkedTo) {
  return ("\n\t.reloc " LABEL ", BFD_RELOC_NONE, " RECORD_LABEL
          "\n\t.pushsection " UDPC_SITES_SECTION ",\"ao?\",@progbits," +
          LinkedTo + "\n" RECORD_LABEL ":\n")
      .str();
}

static constexpr StringLiteral Record =
    "\t.quad " LABEL "-.\n\t.quad ${0:c}-.\n\t.long ";

static std::string text(const SiteText &S, StringRef LinkedTo, bool KeepFlags) {
  abi::InstructionRec R = S.record();
  return (Label + ":\n\t" + S.Target->instruction(S.Code) + section(LinkedTo) +
          Record + Twine(S.Slot) + "\n\t.byte " + Twine(unsigned(R.Counter)) +
          ", " + Twine(unsigned(R.Command)) + lastBytes(S, KeepFlags))
      .str();
}

/// The symbol to link a record's section to. Assemblers do not accept all
/// quoted names there, so records of such functions are not linked.
static std::string linkTo(StringRef Symbol) {
  if (Symbol.starts_with("\""))
    return Label.str();
  // `$` is special in inline assembly.
  std::string Result;
  for (char C : Symbol)
    Result += C == '$' ? "$$" : std::string(1, C);
  return Result;
}

std::string SiteText::inIR() const { return text(*this, Label, true); }

std::string SiteText::inFunction(StringRef Function) const {
  return text(*this, linkTo(Function), KeepFlags);
}

void udpc::emitSite(IRBuilder<> &B, const SiteText &Text,
                    GlobalVariable &Unit) {
  auto *Type = FunctionType::get(B.getVoidTy(), {B.getPtrTy()},
                                 /*isVarArg=*/false);
  CallInst *Call = B.CreateCall(
      InlineAsm::get(Type, Text.inIR(), "i", /*hasSideEffects=*/true), {&Unit});
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::WillReturn);
  Call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

bool udpc::isSiteText(StringRef Text) { return Text.starts_with(Label); }

bool udpc::finishSiteText(std::string &Text, StringRef Function,
                          bool KeepFlags) {
  std::optional<SiteText> Site = readSiteText(Text);
  if (!Site)
    return false;
  std::string Section = section(Label), Last = lastBytes(*Site, true);
  size_t At = Text.find(Section);
  if (At == std::string::npos || !Site->KeepFlags)
    return false;
  Text.replace(Text.size() - Last.size(), Last.size(),
               lastBytes(*Site, KeepFlags));
  Text.replace(At, Section.size(), section(linkTo(Function)));
  return true;
}

std::optional<SiteText> udpc::readSiteText(StringRef Text) {
  size_t At = Text.find(Record);
  if (!isSiteText(Text) || At == StringRef::npos)
    return std::nullopt;
  Text = Text.drop_front(At + Record.size());
  SiteText S;
  abi::InstructionRec R = {};
  if (Text.consumeInteger(10, S.Slot) || !Text.consume_front("\n\t.byte ") ||
      Text.consumeInteger(10, R.Counter) || !Text.consume_front(", ") ||
      Text.consumeInteger(10, R.Command) || !Text.consume_front("\n\t.byte ") ||
      Text.consumeInteger(10, R.Flags) || !Text.consume_front(", ") ||
      Text.consumeInteger(10, R.More) ||
      (!(R.Flags & abi::HasSet) && R.More >= encoding::MaxTimes))
    return std::nullopt;
  S.KeepFlags = R.Flags & abi::KeepFlags;
  S.Code = encoding::fromRecord(R);
  return Text == "\n\t.popsection" ? std::optional(S) : std::nullopt;
}
