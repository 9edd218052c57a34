//===- CompileFlags.cpp - Flags that make clang load the plugin -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/CompileFlags.h"
#include "tools/udpc-clang/DebugInfoFlags.h"
#include "tools/udpc-clang/DriverFlags.h"
#include "tools/udpc-clang/InlineDeferral.h"
#include "tools/udpc-clang/SpecNeeds.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

/// Appends an option of the plugin. -mllvm alone would also pass it to the
/// assembler and the linker, which do not load the plugin and reject its
/// options.
static void addLLVM(std::vector<std::string> &Args, const Twine &Option) {
  Args.insert(Args.end(), {"-Xclang", "-mllvm", "-Xclang", Option.str()});
}

static void addCountingFlags(const Request &R, const CommandPlan &Plan,
                             std::vector<std::string> &Args) {
  addLLVM(Args, flagOf(&Request::Spec).Plugin + Plan.Spec);
  for (auto Field : {&Request::Lowering, &Request::Fidelity})
    if (!(R.*Field).empty())
      addLLVM(Args, flagOf(Field).Plugin + R.*Field);
  if (R.UnmatchedIsError && !R.NoWarnings)
    addLLVM(Args, "-udpc-werror");
  // Exact line counts are derived from coverage records; the plugin removes
  // these.
  if (needsOwnCoverage(Plan.Events.get(), R)) {
    for (StringRef Flag :
         {"-fprofile-instrument=clang", "-fcoverage-mapping"}) {
      Args.push_back("-Xclang");
      Args.push_back(Flag.str());
    }
    addLLVM(Args, "-udpc-own-coverage");
    // For comments and empty lines, clang searches all of the unit's for each
    // function (4.7 of 29 s for SQLite). The clang plugin records them instead.
    if (Plan.LoadsClangPlugin && !R.HasCommentOption) {
      Args.push_back("-fplugin-arg-udpc-lines");
      addLLVM(Args, "-emptyline-comment-coverage=0");
    }
  }
}

/// Enables debug info that can hold keys. LLVM takes -fdebug-info-for-profiling
/// as a sign of a profile and then defers inlining; the second flag restores
/// the inlining of the build without udpc.
static void addProfilingInfo(const Request &R, std::vector<std::string> &Args) {
  Args.push_back("-fdebug-info-for-profiling");
  if (!R.HasInlineDeferral && !defersInlining(R))
    addLLVM(Args, "-enable-npm-pgo-inline-deferral=false");
  if (!R.HasProfilingInfo)
    addLLVM(Args, "-udpc-own-profiling-info");
}

/// Enables the debug info for places if the user has none. It costs 2 % of the
/// compile time, half of that without the last two flags.
static void addDebugInfo(const Request &R, const CommandPlan &Plan,
                         bool InBinary, std::vector<std::string> &Args) {
  if (InBinary)
    return (void)Args.push_back("-gmlt");
  PlacesNeeded Needed = Plan.Spec.empty() ? PlacesNeeded::All
                                          : placesNeeded(Plan.Events.get(), R);
  // IR has the user's debug info, and clang keeps locations for -fstack-usage.
  if (Needed == PlacesNeeded::None || R.Sources.empty() || R.WritesStackUsage)
    return;
  Args.push_back("-gline-tables-only");
  addLLVM(Args, "-udpc-own-debug-info");
  if (Needed == PlacesNeeded::Functions)
    Args.insert(Args.end(), {"-gno-column-info", "-gno-key-instructions",
                             "-Xclang", "-gsrc-hash=none"});
}

/// Returns whether the flags make a static program without the C library's
/// start files, which set up thread-local storage and relocate the program.
static bool lacksStartFiles(const Request &R) {
  return R.NoStartFiles && R.ToLink.Static && !R.Relocatable && !R.WantsRuntime;
}

void udpc::addCompileFlags(const Request &R, const CommandPlan &Plan,
                           bool Prefetches, const DriverContext &Context,
                           std::vector<std::string> &Args) {
  Args.push_back("-fpass-plugin=" + Context.Plugin);
  // planLink warns that such a program is not counted.
  bool CanCount = R.Last != Request::Link || !lacksStartFiles(R);
  bool HasSpec = CanCount && !Plan.Spec.empty();
  bool HasProfile = CanCount && !Plan.Profile.empty();
  bool Counts = HasSpec || HasProfile;
  if (HasSpec)
    addCountingFlags(R, Plan, Args);
  if (!Plan.Hints.empty()) {
    // Under LTO the linker reads the hints, possibly in another folder.
    SmallString<128> Hints(Plan.Hints);
    sys::path::make_absolute(Context.Cwd, Hints);
    addLLVM(Args, flagOf(&Request::Hints).Plugin + Hints);
  }
  if (HasProfile)
    addLLVM(Args, flagOf(&Request::Profile).Plugin + Plan.Profile);
  if (Counts && (R.EmulatedTLS || R.Freestanding || lacksStartFiles(R)))
    addLLVM(Args, "-udpc-no-thread-locals");
  if (Counts && R.HasFibers)
    addLLVM(Args, "-udpc-fibers");
  if (R.Discriminate)
    addLLVM(Args, (R.KeysInDebugInfo ? "-x86" : "-udpc") +
                      Twine("-discriminate-memops=") + Twine(*R.Discriminate));
  // Hints identify memory operations by debug locations, and so do the profiles
  // from which hints are made.
  bool NeedsPlaces = Prefetches || HasProfile;
  if (R.KeysInDebugInfo && !R.NoProfilingInfo)
    addProfilingInfo(R, Args);
  if (!hasDebugInfo(R) && (Counts || Prefetches))
    addDebugInfo(R, Plan, NeedsPlaces, Args);
  // The plugin's warnings must not fail a -Werror build.
  Args.push_back("-Wno-error=backend-plugin");
}
