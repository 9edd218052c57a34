//===- LoopBuilds.h - Builds of the prefetch loop ------------- -*- C++ -*-===//
//
// Runs the user's build command with the environment of each step, and stores
// the results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPBUILDS_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPBUILDS_H

#include "profdata/hints/HintFile.h"
#include "tools/udpc/prefetch-loop/Loop.h"
#include "tools/udpc/prefetch-loop/work/ProgramFiles.h"
#include "tools/udpc/prefetch-loop/work/SearchJournal.h"
#include "tools/udpc/prefetch-loop/work/SearchLog.h"
#include "tools/udpc/prefetch-loop/work/WorkFolder.h"
#include <set>

namespace udpc {

/// The name of the build without hints.
constexpr llvm::StringLiteral PlainBuild = "plain";

/// Runs the user's build command, and stores its outputs under names.
class LoopBuilds {
public:
  /// All arguments must outlive this object.
  LoopBuilds(const LoopOptions &Options, const WorkFolder &Work,
             SearchJournal &Journal, SearchLog &Log)
      : Options(Options), Work(Work), Journal(Journal), Log(Log) {}

  /// Builds without hints. Also finds the program.
  llvm::Error buildPlain();
  /// Builds for a cache profile; not stored.
  llvm::Error buildProfiled();
  /// Returns the name of the build with \p Hints. Builds it unless it is stored
  /// already. \p What is for the progress message; "" for none.
  llvm::Expected<std::string> withHints(const HintSet &Hints,
                                        llvm::StringRef What);

  /// Requires buildPlain().
  ProgramFiles &programs() { return *Programs; }
  uint64_t plainHash() const { return Programs->codeHash(PlainBuild); }
  bool hasPlain() const { return HasPlain; }
  std::string log() const { return Work.file("build.log"); }
  unsigned numBuilds() const { return NumBuilds; }
  /// Returns the mean over builds with hints, including those of an earlier
  /// search.
  double secondsOfBuild() const {
    return NumHinted ? HintedSeconds / NumHinted : 0;
  }

private:
  using Variables = std::vector<std::pair<std::string, std::string>>;
  llvm::Error build(Variables Environment, llvm::StringRef What);
  /// Takes over the build \p Name of an earlier search, and sets \p Seconds to
  /// its duration. Returns false if there is none.
  bool restore(llvm::StringRef Name, double &Seconds);
  void addHinted(llvm::StringRef Name, const HintSet &Hints, double Seconds);

  const LoopOptions &Options;
  const WorkFolder &Work;
  SearchJournal &Journal;
  SearchLog &Log;
  std::optional<ProgramFiles> Programs;
  std::set<std::string> Hinted;
  bool HasPlain = false;
  unsigned NumBuilds = 0, NumHinted = 0;
  double HintedSeconds = 0;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPBUILDS_H
