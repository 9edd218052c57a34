//===- HintSource.cpp - Hints for the functions of a module ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/HintSource.h"
#include "passes/options/PrefetchOptions.h"
#include "profdata/hints/HintFile.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include <mutex>

using namespace llvm;
using namespace udpc;

static void warn(const Function &F, const Twine &Text) {
  F.getContext().diagnose(DiagnosticInfoGeneric("udpc: " + Text, DS_Warning));
}

namespace {
/// A hint file, with its status when it was parsed.
struct ParsedFile {
  sys::fs::UniqueID File;
  sys::TimePoint<> Written;
  uint64_t Size = 0;
  std::shared_ptr<const HintSet> Hints; ///< Null: Error.
  std::vector<std::string> Warnings;
  std::string Error;

  bool isOf(const sys::fs::file_status &Status) const {
    return File == Status.getUniqueID() && Size == Status.getSize() &&
           Written == Status.getLastModificationTime();
  }
};
} // namespace

/// The contents of \p Path. Parses the file unless this process has done so and
/// the file has not changed since.
static ParsedFile parseOnce(const std::string &Path) {
  // LLVM's reader of sample profiles is not thread-safe.
  static std::mutex Mutex;
  static std::map<std::string, ParsedFile> Known;
  std::lock_guard<std::mutex> Lock(Mutex);
  sys::fs::file_status Status;
  bool HasStatus = !sys::fs::status(Path, Status);
  auto It = Known.find(Path);
  if (HasStatus && It != Known.end() && It->second.isOf(Status))
    return It->second;
  ParsedFile Parsed;
  if (Expected<HintFile> File = readHintFile(Path)) {
    Parsed.Hints = std::make_shared<const HintSet>(std::move(File->Hints));
    Parsed.Warnings = std::move(File->Warnings);
  } else {
    Parsed.Error = toString(File.takeError());
  }
  if (HasStatus) {
    Parsed.File = Status.getUniqueID();
    Parsed.Written = Status.getLastModificationTime();
    Parsed.Size = Status.getSize();
    Known[Path] = Parsed;
  }
  return Parsed;
}

const HintSet *HintSource::hintsFor(const Function &F) {
  std::string Path = PrefetchOptions::of(F).HintsFile;
  if (Path.empty())
    return nullptr;
  auto [It, IsNew] = Files.try_emplace(Path);
  if (!IsNew)
    return It->second.get();
  ParsedFile Parsed = parseOnce(Path);
  if (!IsQuiet) {
    if (!Parsed.Hints)
      warn(F, Parsed.Error + "; compiled without its prefetches");
    for (const std::string &Warning : Parsed.Warnings)
      warn(F, Warning);
  }
  if (Parsed.Hints)
    Read.insert(Path);
  It->second = std::move(Parsed.Hints);
  return It->second.get();
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
