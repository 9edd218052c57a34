//===- SiteText.cpp - Assembly of a udpc instruction and its record -------===//

#include "passes/lowering/SiteText.h"
#include "passes/target/TargetDescription.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace udpc;

// `${:uid}` is a number of its own for each copy of inline assembly.
#define LABEL ".Ludpc_site${:uid}"
static constexpr StringLiteral Label = LABEL;

static std::string flags(bool KeepFlags) {
  return "\n\t.byte " + std::to_string(KeepFlags ? abi::KeepFlags : 0) +
         ", 0\n\t.popsection";
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
  return (Label + ":\n\t" + S.Target->instruction(S.Counter, Command) +
          section(LinkedTo) + Record + Twine(S.Site) + "\n\t.byte " +
          Twine(unsigned(S.Counter)) + ", " + Twine(unsigned(Command)) +
          flags(KeepFlags))
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

bool udpc::isSiteText(StringRef Text) { return Text.starts_with(Label); }

bool udpc::finishSiteText(std::string &Text, StringRef Function,
                          bool KeepFlags) {
  std::string Section = section(Label), Flags = flags(true);
  if (!isSiteText(Text) || !StringRef(Text).ends_with(Flags))
    return false;
  size_t At = Text.find(Section);
  if (At == std::string::npos)
    return false;
  Text.replace(Text.size() - Flags.size(), Flags.size(), flags(KeepFlags));
  Text.replace(At, Section.size(), section(linkTo(Function)));
  return true;
}

std::optional<SiteText> udpc::readSiteText(StringRef Text) {
  size_t At = Text.find(Record);
  if (!isSiteText(Text) || At == StringRef::npos)
    return std::nullopt;
  Text = Text.drop_front(At + Record.size());
  SiteText S;
  uint8_t Command;
  if (Text.consumeInteger(10, S.Site) || !Text.consume_front("\n\t.byte ") ||
      Text.consumeInteger(10, S.Counter) || !Text.consume_front(", ") ||
      Text.consumeInteger(10, Command))
    return std::nullopt;
  S.Command = static_cast<abi::SiteCommand>(Command);
  S.KeepFlags = Text == flags(true);
  if (!S.KeepFlags && Text != flags(false))
    return std::nullopt;
  return S;
}
