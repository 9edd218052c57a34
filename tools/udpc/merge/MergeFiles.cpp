//===- MergeFiles.cpp - Adds up many files --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/merge/MergeFiles.h"
#include "profdata/support/RecordBytes.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/xxhash.h"
#include <atomic>
#include <mutex>
#include <thread>

using namespace llvm;
using namespace udpc;

/// Number of files between two partial sums on disk.
static constexpr size_t StepSize = 1000;
/// Number of files from which another thread pays off.
static constexpr size_t LeastPerThread = 16;
/// Maximum number of threads; each has a sum of its own.
static constexpr unsigned MaxThreads = 8;

/// Returns the number of runs by the header of \p File.
static uint64_t runsOf(const std::string &File) {
  abi::ProfileHeader H = {};
  ProfileKind Kind = kindOfFile(File);
  if (Kind != ProfileKind::Events && Kind != ProfileKind::Costs)
    return 1;
  auto Begin = MemoryBuffer::getFileSlice(File, sizeof(H), 0);
  if (!Begin || !RecordCursor((*Begin)->getBuffer()).read(H))
    return 1;
  return std::max<uint32_t>(H.NumRuns, 1);
}

namespace {

/// Shows on a terminal how many files were added.
class MergeProgress {
public:
  MergeProgress(size_t Total, bool IsWanted)
      : Total(Total), IsShown(IsWanted && Total > 100 &&
                              sys::Process::StandardErrIsDisplayed()) {}
  void add() {
    size_t N = ++Done;
    if (!IsShown || (N % 50 && N != Total))
      return;
    std::lock_guard<std::mutex> Lock(Mutex);
    // Another thread may have shown a later number.
    if (N < LastShown)
      return;
    LastShown = N;
    constexpr size_t Width = 30;
    size_t Filled = N * Width / Total;
    errs() << "\rudpc: [" << std::string(Filled, '#')
           << std::string(Width - Filled, ' ') << "] " << N << " of " << Total
           << " profiles" << (N == Total ? "\n" : "");
  }

private:
  const size_t Total;
  const bool IsShown;
  std::atomic<size_t> Done = 0;
  size_t LastShown = 0;
  std::mutex Mutex;
};

/// The sum of one thread.
struct Part {
  ProfileSum Sum;
  std::vector<std::string> Skipped;
  uint64_t SkippedRuns = 0;
  std::string Error;
};

} // namespace

static void addFiles(ArrayRef<std::string> Files, bool SkipsDamaged, Part &To,
                     MergeProgress &Shown) {
  for (const std::string &File : Files) {
    if (Error E = To.Sum.addFile(File)) {
      std::string Why = toString(std::move(E));
      if (!SkipsDamaged) {
        To.Error = std::move(Why);
        return;
      }
      To.Skipped.push_back(std::move(Why));
      To.SkippedRuns += runsOf(File);
    }
    Shown.add();
  }
}

static Error addStep(ArrayRef<std::string> Files, bool SkipsDamaged,
                     MergedFiles &To, MergeProgress &Shown) {
  size_t NumThreads = std::clamp<size_t>(
      Files.size() / LeastPerThread, 1,
      std::min(MaxThreads, hardware_concurrency().compute_thread_count()));
  std::vector<Part> Parts(NumThreads);
  std::vector<std::thread> Threads;
  auto FilesOf = [&](size_t I) {
    size_t Begin = Files.size() * I / NumThreads;
    return Files.slice(Begin, Files.size() * (I + 1) / NumThreads - Begin);
  };
  for (size_t I = 1; I < NumThreads; ++I)
    Threads.emplace_back(
        [&, I] { addFiles(FilesOf(I), SkipsDamaged, Parts[I], Shown); });
  addFiles(FilesOf(0), SkipsDamaged, Parts[0], Shown);
  for (std::thread &T : Threads)
    T.join();
  for (Part &P : Parts) {
    if (!P.Error.empty())
      return createStringError(P.Error);
    To.Skipped.insert(To.Skipped.end(), P.Skipped.begin(), P.Skipped.end());
    To.SkippedRuns += P.SkippedRuns;
    if (Error E = To.Sum.add(std::move(P.Sum)))
      return E;
  }
  return Error::success();
}

namespace {

/// Files with partial sums, named <output>.<inputs>.<files>.<left out>.partial.
class PartialSums {
public:
  PartialSums(ArrayRef<std::string> Files, const MergeSettings &Settings)
      : Output(Settings.Output) {
    std::string All = join(Files, StringRef("\0", 1));
    Prefix =
        Output + "." + utohexstr(xxh3_64bits(All), /*LowerCase=*/true) + ".";
  }
  /// Loads an earlier merge into \p To. Returns the number of its files.
  Expected<size_t> load(MergedFiles &To);
  Error store(MergedFiles &Sum, size_t NumFiles);
  void remove() {
    if (!Path.empty())
      sys::fs::remove(Path);
  }

private:
  std::string Output, Prefix;
  std::string Path; ///< The last file; "" if there is none.
};

} // namespace

Expected<size_t> PartialSums::load(MergedFiles &To) {
  size_t Most = 0;
  std::error_code EC;
  StringRef Folder = sys::path::parent_path(Output);
  for (sys::fs::directory_iterator It(Folder.empty() ? "." : Folder, EC), End;
       It != End && !EC; It.increment(EC)) {
    StringRef Name = sys::path::filename(It->path());
    size_t NumFiles = 0;
    uint64_t Runs = 0;
    if (!Name.consume_front(sys::path::filename(Prefix)) ||
        !Name.consume_back(".partial"))
      continue;
    auto [Number, Left] = Name.split('.');
    if (Number.getAsInteger(10, NumFiles) || Left.getAsInteger(10, Runs) ||
        NumFiles <= Most)
      continue;
    Most = NumFiles;
    Path = It->path();
    To.SkippedRuns = Runs;
  }
  if (Most)
    if (Error E = To.Sum.addFile(Path))
      return std::move(E);
  return Most;
}

Error PartialSums::store(MergedFiles &Merged, size_t NumFiles) {
  if (Merged.Sum.empty())
    return Error::success();
  std::string New = Prefix + std::to_string(NumFiles) + "." +
                    std::to_string(Merged.SkippedRuns) + ".partial";
  if (Error E = Merged.Sum.write(New))
    return E;
  remove();
  Path = New;
  return Error::success();
}

Expected<MergedFiles> udpc::mergeFiles(ArrayRef<std::string> Files,
                                       const MergeSettings &Settings) {
  MergedFiles Merged;
  PartialSums Partial(Files, Settings);
  if (Settings.Resumes) {
    Expected<size_t> Resumed = Partial.load(Merged);
    if (!Resumed)
      return Resumed.takeError();
    Merged.Resumed = std::min(*Resumed, Files.size());
  }
  MergeProgress Shown(Files.size() - Merged.Resumed, Settings.ShowsProgress);
  for (size_t At = Merged.Resumed; At != Files.size();) {
    size_t Size = std::min(StepSize, Files.size() - At);
    if (Error E = addStep(Files.slice(At, Size), Settings.SkipsDamaged, Merged,
                          Shown))
      return std::move(E);
    At += Size;
    if (!Settings.Output.empty() && At != Files.size())
      if (Error E = Partial.store(Merged, At))
        return std::move(E);
  }
  if (!Settings.Output.empty())
    Partial.remove();
  return Merged;
}

void udpc::reportSkipped(const MergedFiles &Merged, size_t NumFiles) {
  for (const std::string &Why : Merged.Skipped)
    WithColor::warning(errs(), "udpc")
        << "left out: " << shownText(Why) << '\n';
  if (Merged.Skipped.empty() && !Merged.SkippedRuns)
    return;
  uint64_t Runs = Merged.Sum.runs();
  WithColor::warning(errs(), "udpc")
      << Merged.Skipped.size() << " of " << NumFiles
      << " files are left out, with " << Merged.SkippedRuns << " of "
      << Runs + Merged.SkippedRuns << " runs or more ("
      << format("%.2f",
                100.0 * Merged.SkippedRuns / double(Runs + Merged.SkippedRuns))
      << "%)\n";
}
