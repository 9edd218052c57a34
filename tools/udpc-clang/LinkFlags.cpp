//===- LinkFlags.cpp - Flags that link the runtime ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/LinkFlags.h"
#include "tools/udpc-clang/SpecNeeds.h"
#include "tools/udpc-clang/link/BitcodeInputs.h"
#include "tools/udpc-clang/link/LinkInputs.h"
#include "tools/udpc-clang/link/RuntimeOptions.h"
#include "udpc/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

static bool isForX86_64(const Request &R) {
  Triple T(Triple::normalize(R.Target));
  return !R.Is32Bit && (R.Target.empty() || T.getArch() == Triple::x86_64);
}

static StringRef archOf(const Request &R, const Triple &T) {
  return R.Is32Bit ? "i386" : T.getArchName();
}

/// Returns the runtime for the command's target. The driver is built for
/// x86-64, whose runtime is in LibDir itself.
static Expected<std::string> findRuntime(const Request &R,
                                         const DriverContext &Context) {
  if (isForX86_64(R))
    return Context.LibDir + "/libudpc_rt.a";
  Triple T(Triple::normalize(R.Target));
  StringRef Arch = archOf(R, T);
  for (StringRef Folder : {"/udpc/", "/"}) {
    std::string Path =
        (Context.LibDir + Folder + Arch + "-linux-gnu/libudpc_rt.a").str();
    if (sys::fs::exists(Path))
      return Path;
  }
  StringRef Needed = T.isRISCV64() ? " (it is built where the Debian package "
                                     "libc6-dev-riscv64-cross is installed)"
                                   : "";
  return createStringError("no runtime for " + Arch + " in " + Context.LibDir +
                           Needed +
                           "; use -fno-udpc to build without counting");
}

/// Returns whether an object or archive has udpc's records. Builds with the
/// spec in CFLAGS link without it.
static bool hasUnits(StringRef File) {
  return inputContains(File, UDPC_UNITS_SECTION);
}

/// Returns whether code in the file simulates caches or branches.
static bool simulatesCaches(StringRef File) {
  return inputContains(File, "__udpc_access") ||
         inputContains(File, "__udpc_branch");
}

/// Adds the object with the options of -fudpc-options for the runtime in the
/// file \p Runtime.
static Error addOptions(const Request &R, StringRef Runtime, CommandPlan &Plan,
                        std::vector<std::string> &Args) {
  if (R.RuntimeOptions.empty())
    return Error::success();
  append_range(Args, ArrayRef<std::string>{
                         "-Xlinker", CommandPlan::OptionsObjectName.str()});
  if (R.DryRun)
    return Error::success();
  return makeOptionsObject(R.RuntimeOptions, Runtime)
      .moveInto(Plan.OptionsObject);
}

static Error addRuntime(const Request &R, const DriverContext &Context,
                        bool SimulatesCaches, CommandPlan &Plan,
                        std::vector<std::string> &Args) {
  Expected<std::string> Runtime = findRuntime(R, Context);
  if (!Runtime)
    return Runtime.takeError();
  // Passed by -Xlinker because clang would compile an input file after `-x c`.
  Args.push_back("-Xlinker");
  Args.push_back(*Runtime);
  // Libraries refer to the runtime by weak symbols, which do not extract
  // archive members, and find it in the executable only if it is exported.
  Args.push_back("-Wl,-u,__udpc_runtime");
  if (SimulatesCaches)
    Args.push_back("-Wl,-u,__udpc_simulation");
  Args.push_back("-Wl,--export-dynamic-symbol=__udpc_*");
  if (R.ToLink.Static && !R.NoStartFiles)
    Args.push_back("-Wl,-u,__wrap___libc_start_main,--wrap=__libc_start_main");
  if (R.IsContinuous)
    append_range(Args, ArrayRef<std::string>{
                           "-Wl,-u,__udpc_slot_pages", "-Xlinker", "-T",
                           "-Xlinker", Context.LibDir + "/udpc/continuous.ld"});
  return addOptions(R, *Runtime, Plan, Args);
}

/// Links a library with the shared runtime, for programs that have none. Uses
/// DT_NEEDED because all code of the library refers to the runtime by symbols
/// that are resolved at load time: a constructor that loads the runtime would
/// be too late.
static Error addSharedRuntime(const Request &R, const DriverContext &Context,
                              CommandPlan &Plan,
                              std::vector<std::string> &Args) {
  if (!isForX86_64(R)) {
    Triple T(Triple::normalize(R.Target));
    return createStringError("no shared runtime for " + archOf(R, T) +
                             "; link the library without -ludpc_rt, and its "
                             "program with it");
  }
  std::string Folder = Context.LibDir + "/udpc";
  // Without --no-as-needed the linker would drop it: references are weak.
  append_range(
      Args, ArrayRef<std::string>{"-Wl,--push-state,--no-as-needed", "-Xlinker",
                                  Folder + "/libudpc_rt.so", "-Wl,--pop-state",
                                  "-Wl,-rpath," + Folder});
  return addOptions(R, Folder + "/libudpc_rt.so", Plan, Args);
}

/// Makes the linker load the plugin. Transparent sites, keys and prefetches are
/// handled in code generation, which the linker does under LTO; the IR contains
/// the necessary options.
static Error addLinkTimePlugin(const Request &R, const DriverContext &Context,
                               bool Prefetches, bool LinkPrefetches,
                               CommandPlan &Plan,
                               std::vector<std::string> &Args) {
  if (R.HasLld) {
    Args.push_back("-Wl,--load-pass-plugin=" + Context.Plugin);
    return Error::success();
  }
  if (!Plan.Spec.empty() && hasTransparentEntries(Plan.Events.get(), R))
    return createStringError("fidelity: transparent with -flto needs the "
                             "linker lld; add -fuse-ld=lld");
  if (!Plan.Profile.empty())
    return createStringError("-fudpc-profile with -flto needs the linker "
                             "lld; add -fuse-ld=lld");
  if (Prefetches)
    return createStringError("prefetching with -flto needs the linker lld; "
                             "add -fuse-ld=lld");
  if (LinkPrefetches && !R.NoWarnings)
    Plan.Warning = "nothing is prefetched and no keys are given: objects "
                   "compiled with -flto for that need the linker lld; add "
                   "-fuse-ld=lld";
  return Error::success();
}

Error udpc::planLink(Request &R, const DriverContext &Context, bool Prefetches,
                     CommandPlan &Plan, std::vector<std::string> &Args) {
  if (R.Last != Request::Link)
    return Error::success();
  findLinkInputs(R.ToLink);
  if (!R.HasInput)
    return Error::success();
  bool Instrumented = !Plan.Spec.empty() || !Plan.Profile.empty() ||
                      any_of(R.ToLink.Files, hasUnits);
  bool LinkPrefetches = !R.IsProbe && !R.Disabled &&
                        ((R.HasLto && Prefetches) ||
                         any_of(R.ToLink.Files, hasBitcodeToPrefetch));
  // lld takes bitcode without -flto, too.
  if ((R.HasLto || (R.HasLld && LinkPrefetches)) &&
      (Instrumented || LinkPrefetches))
    if (Error E = addLinkTimePlugin(R, Context, Prefetches, LinkPrefetches,
                                    Plan, Args))
      return E;
  if (R.Relocatable || R.NoRuntime)
    return Error::success();
  if (R.Shared)
    return R.WantsRuntime || (Instrumented && !R.Bare && isForX86_64(R))
               ? addSharedRuntime(R, Context, Plan, Args)
               : Error::success();
  bool IsChecked = Instrumented && !R.DryRun && !R.NoWarnings;
  if (R.WantsRuntime || (Instrumented && !R.Bare)) {
    bool Simulates = StringRef(Plan.Profile).starts_with("cache") ||
                     StringRef(Plan.Profile).contains(",branches") ||
                     any_of(R.ToLink.Files, simulatesCaches);
    if (Error E = addRuntime(R, Context, Simulates, Plan, Args))
      return E;
    if (IsChecked) {
      Plan.LinkedProgram = R.Output.empty() ? "a.out" : R.Output;
      Plan.Linked = R.ToLink;
    }
    Plan.UnmatchedIsError = R.UnmatchedIsError;
  } else if (IsChecked && Plan.Warning.empty()) {
    Plan.Warning = "the program is linked without the runtime and is not "
                   "counted, since a flag leaves out the standard libraries; "
                   "add -ludpc_rt";
    if (R.NoStartFiles && R.ToLink.Static && !R.ToLink.Files.empty())
      Plan.Warning += ", or compile its objects with -ffreestanding: nothing "
                      "may set up thread-local storage, in which they count";
  }
  return Error::success();
}
