//===- PrefetchOptions.cpp - Options of the prefetch passes ---------------===//

#include "passes/prefetch/PrefetchOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include <atomic>

using namespace llvm;
using namespace udpc;

static cl::OptionCategory Category("udpc prefetching");

// The first name of each pair is LLVM's up to release 21.
static cl::opt<std::string> HintsFileOption(
    "prefetch-hints-file",
    cl::desc("Prefetch where this file says (docs/prefetch.md)"),
    cl::value_desc("file"), cl::cat(Category));
static cl::alias NeutralHintsFile("udpc-prefetch-hints",
                                  cl::desc("Alias for --prefetch-hints-file"),
                                  cl::aliasopt(HintsFileOption));
static cl::opt<cl::boolOrDefault> DiscriminateOption(
    "x86-discriminate-memops",
    cl::desc("Give each memory operation a discriminator of its own, on "
             "any target (default: with -fdebug-info-for-profiling)"),
    cl::cat(Category));
static cl::alias
    NeutralDiscriminate("udpc-discriminate-memops",
                        cl::desc("Alias for --x86-discriminate-memops"),
                        cl::aliasopt(DiscriminateOption));
static cl::opt<cl::boolOrDefault> BypassPrefetchesOption(
    "x86-bypass-prefetch-instructions",
    cl::desc("Give prefetches no discriminators, so that those of other "
             "operations stay the same when prefetches come in (default)"),
    cl::cat(Category));
static cl::alias
    NeutralBypass("udpc-bypass-prefetch-instructions",
                  cl::desc("Alias for --x86-bypass-prefetch-instructions"),
                  cl::aliasopt(BypassPrefetchesOption));

static bool chosen(const cl::opt<cl::boolOrDefault> &Option, const Function &F,
                   StringRef Attribute) {
  if (Option != cl::BOU_UNSET)
    return Option == cl::BOU_TRUE;
  return F.getFnAttribute(Attribute).getValueAsString() != "false";
}

PrefetchOptions PrefetchOptions::of(const Function &F) {
  PrefetchOptions Result;
  Result.HintsFile = HintsFileOption;
  if (Result.HintsFile.empty()) {
    StringRef Carried = F.getFnAttribute(HintsAttribute).getValueAsString();
    Result.HintsFile = Carried.split(' ').second.str();
  }
  Result.Discriminate = chosen(DiscriminateOption, F, DiscriminateAttribute);
  Result.BypassPrefetches = chosen(BypassPrefetchesOption, F, BypassAttribute);
  return Result;
}

static std::atomic<bool> HintsHaveCome = false;

bool udpc::mayHaveHints() { return !HintsFileOption.empty() || HintsHaveCome; }

/// "<hash> <absolute path>". The hash invalidates ThinLTO caches when the file
/// changes.
static std::string hintsToCarry() {
  SmallString<128> Path(HintsFileOption);
  sys::fs::make_absolute(Path);
  std::string Hash = "-";
  if (auto Buffer = MemoryBuffer::getFile(Path))
    Hash = utohexstr(MD5Hash((*Buffer)->getBuffer()));
  return (Hash + " " + Path).str();
}

PreservedAnalyses CarryPrefetchOptionsPass::run(Module &M,
                                                ModuleAnalysisManager &) {
  AttrBuilder Attributes(M.getContext());
  if (!HintsFileOption.empty())
    Attributes.addAttribute(HintsAttribute, hintsToCarry());
  auto Carry = [&](const cl::opt<cl::boolOrDefault> &Option, StringRef Name) {
    if (Option != cl::BOU_UNSET)
      Attributes.addAttribute(Name, Option == cl::BOU_TRUE ? "true" : "false");
  };
  Carry(DiscriminateOption, DiscriminateAttribute);
  Carry(BypassPrefetchesOption, BypassAttribute);
  if (Attributes.hasAttributes())
    for (Function &F : M)
      if (!F.isDeclaration())
        F.addFnAttrs(Attributes);
  // Bitcode that was made with hints.
  if (any_of(M, [](const Function &F) {
        return F.hasFnAttribute(HintsAttribute);
      }))
    HintsHaveCome = true;
  return PreservedAnalyses::all();
}
