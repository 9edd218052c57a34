//===- HintSource.cpp - Hints for the functions of a module ---------------===//

#include "passes/prefetch/HintSource.h"
#include "passes/options/PrefetchOptions.h"
#include "profdata/hints/HintFile.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

static void warn(const Function &F, const Twine &Text) {
  F.getContext().diagnose(DiagnosticInfoGeneric("udpc: " + Text, DS_Warning));
}

const HintSet *HintSource::hintsFor(const Function &F) {
  std::string Path = PrefetchOptions::of(F).HintsFile;
  if (Path.empty())
    return nullptr;
  auto [It, IsNew] = Files.try_emplace(Path);
  std::optional<HintSet> &Hints = It->second;
  if (!IsNew)
    return Hints ? &*Hints : nullptr;
  Expected<HintFile> File = readHintFile(Path);
  if (!File) {
    std::string Error = toString(File.takeError());
    if (!IsQuiet)
      warn(F, Error + "; compiled without its prefetches");
    return nullptr;
  }
  if (!IsQuiet)
    for (const std::string &Warning : File->Warnings)
      warn(F, Warning);
  Hints = std::move(File->Hints);
  Read.insert(Path);
  return &*Hints;
}

bool HintSource::checkDebugInfo(const Function &F) {
  const DISubprogram *SP = F.getSubprogram();
  bool InDebugInfo =
      PrefetchOptions::of(F).Keys == PrefetchOptions::DebugInfoKeys;
  bool HasKeys =
      SP && (!InDebugInfo || (!EnableFSDiscriminator &&
                              SP->getUnit()->getDebugInfoForProfiling()));
  if (HasKeys || HasWarned)
    return HasKeys;
  const Module &M = *F.getParent();
  // A single nodebug function must not suppress the warning for the file.
  HasWarned = SP || M.debug_compile_units().empty();
  if (SP && EnableFSDiscriminator)
    warn(F, "with -enable-fs-discriminator the debug information has no keys "
            "of memory operations (-x86-discriminate-memops): prefetch hints "
            "are for all operations of a line; use -udpc-discriminate-memops");
  else if (!HasWarned)
    warn(F, "there are prefetch hints for '" + F.getName() +
                "', which has no debug information (nodebug): its memory "
                "operations cannot be distinguished");
  else
    warn(F, "there are prefetch hints for '" + F.getName() + "' in " +
                M.getSourceFileName() + ", which is compiled without -gmlt" +
                (InDebugInfo ? " -fdebug-info-for-profiling" : "") +
                ": its memory operations cannot be distinguished");
  return false;
}
