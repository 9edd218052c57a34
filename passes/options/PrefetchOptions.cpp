//===- PrefetchOptions.cpp - Options of the prefetch passes ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/options/PrefetchOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include <atomic>

using namespace llvm;
using namespace udpc;

static cl::OptionCategory Category("udpc prefetching");

// Options without udpc in their names are those of LLVM up to release 21.
static cl::opt<std::string> HintsFileOption(
    "prefetch-hints-file",
    cl::desc("Insert the prefetches of this file (docs/prefetch.md)"),
    cl::value_desc("file"), cl::cat(Category));
static cl::opt<cl::boolOrDefault> DebugInfoKeysOption(
    "x86-discriminate-memops",
    cl::desc("Give each memory operation a discriminator of its own in the "
             "debug information, on any target"),
    cl::cat(Category));
static cl::opt<cl::boolOrDefault> SectionKeysOption(
    "udpc-discriminate-memops",
    cl::desc("Record a key for each memory operation in the section "
             ".debug_udpc_keys (default: with hints or "
             "-fdebug-info-for-profiling)"),
    cl::cat(Category));
static cl::opt<cl::boolOrDefault> BypassPrefetchesOption(
    "x86-bypass-prefetch-instructions",
    cl::desc("Give prefetches no discriminators, so that those of other "
             "operations stay the same when prefetches come in (default)"),
    cl::cat(Category));
static cl::opt<unsigned> IndirectOption(
    "udpc-prefetch-indirect",
    cl::desc("Prefetch all accesses whose address a loop loads, such as "
             "a[b[i]], this many iterations ahead, also without hints "
             "(docs/indirect-prefetches.md)"),
    cl::value_desc("iterations"), cl::init(0), cl::cat(Category));

static cl::opt<std::string> IndirectTypeOption(
    "udpc-prefetch-indirect-type",
    cl::desc("The type of hints that -udpc-prefetch-indirect is like"),
    cl::init("indirect"), cl::Hidden, cl::cat(Category));

/// The values of DiscriminateAttribute.
static constexpr StringLiteral NoKeysWord = "false", SectionWord = "true",
                               DebugInfoWord = "debug-info";

/// The command line's choice of keys, as a word; "" if there is none.
static StringRef requestedKeys() {
  if (DebugInfoKeysOption == cl::BOU_TRUE)
    return DebugInfoWord;
  if (DebugInfoKeysOption == cl::BOU_FALSE ||
      SectionKeysOption == cl::BOU_FALSE)
    return NoKeysWord;
  return SectionKeysOption == cl::BOU_TRUE ? StringRef(SectionWord) : "";
}

static PrefetchOptions::KeyChoice keyChoice(const Function &F) {
  StringRef Word = requestedKeys();
  if (Word.empty())
    Word = F.getFnAttribute(DiscriminateAttribute).getValueAsString();
  return StringSwitch<PrefetchOptions::KeyChoice>(Word)
      .Case(NoKeysWord, PrefetchOptions::NoKeys)
      .Case(SectionWord, PrefetchOptions::SectionKeys)
      .Case(DebugInfoWord, PrefetchOptions::DebugInfoKeys)
      .Default(PrefetchOptions::DefaultKeys);
}

PrefetchOptions PrefetchOptions::of(const Function &F) {
  PrefetchOptions Result;
  Result.HintsFile = HintsFileOption;
  if (Result.HintsFile.empty()) {
    StringRef Carried = F.getFnAttribute(HintsAttribute).getValueAsString();
    Result.HintsFile = Carried.split(' ').second.str();
  }
  Result.Keys = keyChoice(F);
  Result.BypassPrefetches =
      BypassPrefetchesOption != cl::BOU_UNSET
          ? BypassPrefetchesOption == cl::BOU_TRUE
          : F.getFnAttribute(BypassAttribute).getValueAsString() != "false";
  Result.IndirectDistance =
      IndirectOption ? IndirectOption
                     : F.getFnAttributeAsParsedInteger(IndirectAttribute);
  if (std::optional<Hint> Like = hintOfWord(IndirectTypeOption);
      Like && isIndirect(Like->Type))
    Result.Indirect = *Like;
  return Result;
}

/// Whether a module came with hints.
static std::atomic<bool> HaveModulesHints = false;

bool udpc::mayHaveHints() {
  return !HintsFileOption.empty() || HaveModulesHints;
}

/// The value of HintsAttribute, "<hash> <absolute path>". The hash invalidates
/// ThinLTO caches when the file changes.
static std::string hintsToCarry() {
  SmallString<128> Path(HintsFileOption);
  sys::fs::make_absolute(Path);
  std::string Hash = "-";
  // The contents of a device may have no end.
  if (sys::fs::is_regular_file(Path))
    if (auto Buffer = MemoryBuffer::getFile(Path))
      Hash = utohexstr(MD5Hash((*Buffer)->getBuffer()));
  return (Hash + " " + Path).str();
}

PreservedAnalyses CarryPrefetchOptionsPass::run(Module &M,
                                                ModuleAnalysisManager &) {
  AttrBuilder Attributes(M.getContext());
  if (!HintsFileOption.empty())
    Attributes.addAttribute(HintsAttribute, hintsToCarry());
  if (StringRef Word = requestedKeys(); !Word.empty())
    Attributes.addAttribute(DiscriminateAttribute, Word);
  if (BypassPrefetchesOption != cl::BOU_UNSET)
    Attributes.addAttribute(BypassAttribute,
                            BypassPrefetchesOption == cl::BOU_TRUE ? "true"
                                                                   : "false");
  if (IndirectOption)
    Attributes.addAttribute(IndirectAttribute, utostr(IndirectOption));
  if (Attributes.hasAttributes())
    for (Function &F : M)
      if (!F.isDeclaration())
        F.addFnAttrs(Attributes);
  // The module may be bitcode that was made with hints.
  if (any_of(M, [](const Function &F) {
        return F.hasFnAttribute(HintsAttribute);
      }))
    HaveModulesHints = true;
  return PreservedAnalyses::all();
}
