//===- EventSpec.cpp - The model of a spec --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/EventSpec.h"
#include "spec/EventText.h"
#include "udpc/encoding.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace udpc;

PlaceKind udpc::placeKindOf(abi::SiteKind Kind) {
  static constexpr PlaceKind Places[] = {
#define UDPC_SITE_KIND(Name, Number, Words, Key, Place) PlaceKind::Place,
#include "udpc/lists/site_kinds.inc"
  };
  return Places[static_cast<unsigned>(Kind)];
}

std::optional<Lowering> udpc::loweringOf(StringRef Word) {
  return StringSwitch<std::optional<Lowering>>(Word)
      .Case("auto", Lowering::Auto)
      .Case("inline", Lowering::Inline)
      .Case("call", Lowering::Call)
      .Case("instruction", Lowering::Instruction)
      .Default(std::nullopt);
}

std::optional<Fidelity> udpc::fidelityOf(StringRef Word) {
  return StringSwitch<std::optional<Fidelity>>(Word)
      .Case("exact", Fidelity::Exact)
      .Case("transparent", Fidelity::Transparent)
      .Default(std::nullopt);
}

std::optional<abi::EveryAction> udpc::everyActionOf(StringRef Word) {
  return StringSwitch<std::optional<abi::EveryAction>>(Word)
#define UDPC_EVERY_ACTION(Name, Number, Word, Help)                            \
  .Case(Word, abi::EveryAction::Name)
#include "udpc/lists/every_actions.inc"
      .Default(std::nullopt);
}

StringRef udpc::everyActionWord(abi::EveryAction Action) {
  static constexpr StringLiteral Words[] = {
#define UDPC_EVERY_ACTION(Name, Number, Word, Help) Word,
#include "udpc/lists/every_actions.inc"
  };
  return Words[static_cast<unsigned>(Action)];
}

std::vector<const SpecEntry *> EventSpec::places() const {
  std::vector<const SpecEntry *> All;
  for (const SpecEntry &E : Entries)
    All.push_back(&E);
  for (const SpecRegion &R : Regions) {
    All.push_back(&R.Begin);
    if (R.End)
      All.push_back(&*R.End);
  }
  return All;
}

EventSpec
EventSpec::withEntries(function_ref<bool(const SpecEntry &)> Wanted) const {
  EventSpec Part = *this;
  erase_if(Part.Entries, [&](const SpecEntry &E) { return !Wanted(E); });
  return Part;
}

Error EventSpec::assignCounters(
    function_ref<bool(const CountedEvent &)> IsCounted) {
  BitVector Used(encoding::MaxCounter + 1);
  for (const CountedEvent &E : Events)
    if (E.Counter >= 0)
      Used.set(E.Counter);
  for (CountedEvent &E : Events) {
    if (E.Counter >= 0 || !IsCounted(E))
      continue;
    E.Counter = Used.find_first_unset();
    if (E.Counter < 0)
      return createStringError(
          File + ": event '" + E.Name + "' has no counter: there are " +
          Twine(encoding::MaxCounter + 1) +
          ", and other events use them all; count some with lowering: inline");
    Used.set(E.Counter);
  }
  return Error::success();
}

/// Returns why \p E is invalid for \p Use, or "" if it is valid.
static std::string whyNot(const SpecEntry &E, const CountedEvent &Event,
                          SpecUse Use) {
  if (Use == SpecUse::Compiler)
    return E.isAddress() ? "'offset' names an instruction of a linked file, "
                           "which the compiler does not have; give this entry "
                           "to udpc convert or udpc run, in a spec of its own"
                         : "";
  if (Event.Every)
    return "only compiled code acts on each N-th occurrence: compile with "
           "udpc-clang, or leave 'every' out";
  if (E.isReturnStatement())
    return "only the compiler knows return statements: compile with "
           "udpc-clang, or leave 'at' out";
  if (E.isAddress() || E.Kind == abi::SiteKind::Entry ||
      E.Kind == abi::SiteKind::Return)
    return "";
  StringRef Key = E.isLine()   ? "line"
                  : E.isLoop() ? "loop"
                  : E.isSpin() ? "spin"
                  : E.isMark() ? "mark"
                               : "unwind";
  return ("only the compiler can place '" + Key +
          "': compile with udpc-clang; in linked files 'entry', 'return' and "
          "'offset' can be counted")
      .str();
}

Error EventSpec::check(SpecUse Use) const {
  std::string Text;
  for (const SpecEntry &E : Entries) {
    std::string Why = whyNot(E, Events[E.Event], Use);
    if (!Why.empty())
      Text += (Text.empty() ? "" : "\n") + File + ":" +
              std::to_string(E.SpecLine) + ": event '" + Events[E.Event].Name +
              "': " + Why;
  }
  if (Use == SpecUse::Binary)
    for (const SpecRegion &R : Regions)
      Text += (Text.empty() ? "" : "\n") + File + ":" +
              std::to_string(R.SpecLine) + ": region '" + R.Name +
              "': only compiled code has regions: compile with udpc-clang "
              "-fudpc-profile=counts";
  return Text.empty() ? Error::success() : createStringError(Text);
}

static Expected<EventSpec> checked(Expected<EventSpec> Spec, SpecUse Use) {
  if (Spec)
    if (Error E = Spec->check(Use))
      return std::move(E);
  return Spec;
}

Expected<EventSpec> EventSpec::load(StringRef File, SpecUse Use) {
  if (isSpecText(File))
    return checked(parse(MemoryBufferRef(File, "command line")), Use);
  // The driver, the front end and the passes each read the file, and devices
  // may be endless.
  if (sys::fs::file_status Status;
      !sys::fs::status(File, Status) && !sys::fs::is_regular_file(Status))
    return createStringError(File + ": the spec is not a regular file; it is "
                                    "read more than once, so it must be one");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError(Buffer.getError(), "%s: cannot read the spec: %s",
                             File.str().c_str(),
                             Buffer.getError().message().c_str());
  return checked(parse((*Buffer)->getMemBufferRef()), Use);
}
