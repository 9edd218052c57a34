//===- SiteText.cpp - Assembly of a udpc instruction and its record -------===//

#include "passes/lowering/SiteText.h"
#include "passes/target/TargetDescription.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace udpc;

// `${:uid}` is a number of its own for each copy of inline assembly.
#define LABEL ".Ludpc_site${:uid}"
static constexpr StringLiteral Label = LABEL;

uint8_t SiteText::flags() const {
  unsigned Flags = KeepFlags ? abi::KeepFlags : 0;
  if (NextTimes)
    Flags |= abi::HasTwoCounters | (NextTimes - 1) << abi::NextTimesShift;
  return static_cast<uint8_t>(Flags);
}

static std::string lastBytes(SiteText S, bool KeepFlags) {
  S.KeepFlags = KeepFlags;
  return "\n\t.byte " + std::to_string(S.flags()) + ", " +
         std::to_string(S.Times - 1) + "\n\t.popsection";
}

/// `o`: the record is linked to \p LinkedTo's section; `?`: it is in the same
/// COMDAT group.
static std::string section(StringRef LinkedTo) {
  return ("\n\t.pushsection " UDPC_SITES_SECTION ",\"ao?\",@progbits," +
          LinkedTo + "\n")
      .str();
}

static constexpr StringLiteral Record =
    "\t.quad " LABEL "-.\n\t.quad ${0:c}-.\n\t.long ";

static std::string text(const SiteText &S, StringRef LinkedTo, bool KeepFlags) {
  auto Command = static_cast<uint8_t>(S.Command);
  return (Label + ":\n\t" + S.Target->instruction(S.instruction()) +
          section(LinkedTo) + Record + Twine(S.Slot) + "\n\t.byte " +
          Twine(unsigned(S.Counter)) + ", " + Twine(unsigned(Command)) +
          lastBytes(S, KeepFlags))
      .str();
}

/// The symbol to link a record's section to. Assemblers do not accept all
/// quoted names there: records of such functions are not linked.
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
  uint8_t Command, Flags, More;
  if (Text.consumeInteger(10, S.Slot) || !Text.consume_front("\n\t.byte ") ||
      Text.consumeInteger(10, S.Counter) || !Text.consume_front(", ") ||
      Text.consumeInteger(10, Command) || !Text.consume_front("\n\t.byte ") ||
      Text.consumeInteger(10, Flags) || !Text.consume_front(", ") ||
      Text.consumeInteger(10, More) || More >= encoding::MaxTimes)
    return std::nullopt;
  S.Command = static_cast<abi::SiteCommand>(Command);
  S.KeepFlags = Flags & abi::KeepFlags;
  S.Times = More + 1;
  if (Flags & abi::HasTwoCounters)
    S.NextTimes = (Flags >> abi::NextTimesShift) + 1;
  return Text == "\n\t.popsection" ? std::optional(S) : std::nullopt;
}
