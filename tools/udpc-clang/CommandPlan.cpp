//===- CommandPlan.cpp - Computes clang's command line --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/CommandPlan.h"
#include "spec/EventSpec.h"
#include "spec/EventText.h"
#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/CompileFlags.h"
#include "tools/udpc-clang/DriverFlags.h"
#include "tools/udpc-clang/LinkFlags.h"
#include "tools/udpc-clang/SpecNeeds.h"
#include "tools/udpc-clang/link/RuntimeOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace udpc;

/// Returns whether, under ccache, the next call may use another spec or other
/// hints with the same arguments. ccache's direct mode only checks the files
/// that went into a result, which do not change with UDPC_SPEC. An input that
/// is not a regular file disables direct mode.
static bool inputsMayChange(const Request &R, const DriverContext &Context) {
  return Context.UnderCcache && !R.FlagsDecide;
}

static Error checkReadable(StringRef File, StringRef Variable,
                           const Request &R) {
  auto Fail = [&](const Twine &Why) {
    return createStringError(
        File + ": " + Why +
        (R.FlagsDecide ? "" : " (named by " + Variable.str() + ")"));
  };
  // Devices may be endless, and pipes can be read only once. /dev/null commonly
  // means no hints.
  if (sys::fs::file_status Status; File != "/dev/null" &&
                                   !sys::fs::status(File, Status) &&
                                   !sys::fs::is_regular_file(Status))
    return Fail("is not a regular file");
  if (auto Buffer = MemoryBuffer::getFile(File); !Buffer)
    return Fail(Buffer.getError().message());
  return Error::success();
}

/// Returns a warning if the spec has regions but no profile would record their
/// costs.
static std::string regionsWithoutProfile(const Request &R,
                                         const CommandPlan &Plan) {
  if (Plan.Spec.empty() || !Plan.Profile.empty() || R.NoProfile ||
      R.NoWarnings || !R.HasSource ||
      (R.Last != Request::Compile && R.Last != Request::Link))
    return "";
  std::string Region = firstRegion(Plan.Events.get(), Plan.Spec);
  return Region.empty() ? ""
                        : Region + " needs a profile, which has its costs; "
                                   "add -fudpc-profile=counts or cache";
}

/// Returns a note about assembler sources, which clang does not pass to the
/// plugin.
static std::string unprofiledSources(const Request &R,
                                     const CommandPlan &Plan) {
  if (Plan.Profile.empty() || R.NoWarnings || R.AssemblerSources.empty() ||
      (R.Last != Request::Compile && R.Last != Request::Link))
    return "";
  return join(R.AssemblerSources, ", ") +
         ": assembler code is not profiled; its instructions and memory "
         "accesses are missing in the profile";
}

/// Returns a warning about an ignored environment variable.
static std::string ignoredVariable(const Request &R,
                                   const DriverContext &Context) {
  if (!R.FlagsDecide || R.Disabled || R.NoWarnings || R.IsProbe ||
      !R.HasSource || (R.Last != Request::Compile && R.Last != Request::Link))
    return "";
  auto Ignored = [&](const Twine &Variable, StringRef Named,
                     const Twine &Flag) {
    return (Variable + " is ignored where a flag names " + Named + "; use " +
            Flag + " as well")
        .str();
  };
  if (R.Spec.empty() && !Context.SpecFromEnv.empty())
    return Ignored("UDPC_SPEC", R.Hints.empty() ? "a profile" : "hints",
                   flagOf(&Request::Spec).Spelling);
  if (R.Hints.empty() && !Context.HintsFromEnv.empty())
    return Ignored("UDPC_PREFETCH_HINTS",
                   R.Spec.empty() ? "a profile" : "a spec",
                   flagOf(&Request::Hints).Spelling);
  if (R.Profile.empty() && !R.NoProfile && !Context.ProfileFromEnv.empty())
    return Ignored("UDPC_PROFILE", R.Spec.empty() ? "hints" : "a spec",
                   flagOf(&Request::Profile).Spelling);
  return "";
}

/// Plans the additions to the output of -E for ccache, which treats the
/// preprocessed text as everything that the object depends on.
static void planPreprocessed(const Request &R, const DriverContext &Context,
                             bool UsesPlugin, CommandPlan &Plan) {
  if (R.Last != Request::Preprocess || !R.HasSource || R.NoLinemarkers ||
      R.DumpsMacros || R.DryRun)
    return;
  Plan.AppendInputsToOutput = UsesPlugin;
  Plan.DisableDirectMode = inputsMayChange(R, Context);
  Plan.PreprocessorOutput = R.Output == "-" ? "" : R.Output;
}

/// Makes the events that flags name the spec.
static Error addEvents(Request &R) {
  if (R.Events.empty())
    return Error::success();
  if (!R.Spec.empty())
    return createStringError("-fudpc-event and -fudpc-spec exclude each other: "
                             "add the event to " +
                             R.Spec);
  return specOfEvents(R.Events, SpecUse::Compiler).moveInto(R.Spec);
}

/// Selects and checks the spec, the hints and the profile.
static Error chooseInputs(const Request &R, const DriverContext &Context,
                          CommandPlan &Plan) {
  if (!R.IsProbe && R.HasInput) {
    Plan.Spec = R.FlagsDecide ? R.Spec : Context.SpecFromEnv;
    Plan.Hints = R.FlagsDecide ? R.Hints : Context.HintsFromEnv;
    Plan.Profile =
        R.FlagsDecide || R.NoProfile ? R.Profile : Context.ProfileFromEnv;
  }
  if (!Plan.Profile.empty() && !isProfileWord(Plan.Profile))
    return createStringError("UDPC_PROFILE is '" + Plan.Profile +
                             "'; expected " + flagOf(&Request::Profile).Words);
  if (!Plan.Spec.empty()) {
    if (Error E = isSpecText(Plan.Spec)
                      ? Error::success()
                      : checkReadable(Plan.Spec, "UDPC_SPEC", R))
      return E;
    if (Expected<EventSpec> Parsed = EventSpec::load(Plan.Spec))
      Plan.Events = std::make_shared<EventSpec>(std::move(*Parsed));
    else
      consumeError(Parsed.takeError());
  }
  if (!Plan.Hints.empty())
    return checkReadable(Plan.Hints, "UDPC_PREFETCH_HINTS", R);
  return Error::success();
}

/// Appends the flags of preprocessing, the front end and code generation.
static void planCompilation(const Request &R, const DriverContext &Context,
                            bool UsesPlugin, bool Prefetches, CommandPlan &Plan,
                            std::vector<std::string> &Args) {
  bool Counts = !Plan.Spec.empty();
  // Also for other actions: preprocessed text, dependencies and precompiled
  // headers must agree with the compilation.
  if (Counts && (R.HasSource || R.HasHeader) && hasMarks(Plan.Events.get()))
    Args.push_back("-D__UDPC__");
  // Added with and without counting, since programs use the header, and as the
  // last include folder, so that it hides no header of the program.
  if (!Context.IncludeDir.empty() && (R.HasSource || R.HasHeader))
    Args.insert(Args.end(), {"-idirafter", Context.IncludeDir});
  // Also for -E, which evaluates __has_attribute, and for -fsyntax-only.
  Plan.LoadsClangPlugin =
      needsClangPlugin(R, Counts, Plan.Events.get(), Context);
  if (UsesPlugin && R.HasSource &&
      (R.Last == Request::Compile || R.Last == Request::Link))
    addCompileFlags(R, Plan, Prefetches, Context, Args);
  if (Plan.LoadsClangPlugin) {
    Args.push_back("-fplugin=" + Context.ClangPlugin);
    if (Counts)
      Args.push_back("-fplugin-arg-udpc-spec=" + Plan.Spec);
    if (!is_contained(Args, "-Wno-error=backend-plugin"))
      Args.push_back("-Wno-error=backend-plugin");
  }
  // -fdepfile-entry of the driver does not reach the compiler.
  auto DependOn = [&](const std::string &File) {
    if (R.HasSource && R.WritesDeps && !File.empty())
      Args.insert(Args.end(), {"-Xclang", "-fdepfile-entry=" + File});
  };
  DependOn(isSpecText(Plan.Spec) ? "" : Plan.Spec);
  // make would require a file that no longer exists when `udpc prefetch-loop`
  // has ended.
  if (R.FlagsDecide || !Context.HintsAreTemporary)
    DependOn(Plan.Hints);
  DependOn(inputsMayChange(R, Context) ? "/dev/null" : "");
}

Expected<CommandPlan> udpc::planCommand(ArrayRef<std::string> Args,
                                        const DriverContext &Context) {
  Expected<Request> Read = readCommandLine(Args, Context.ConfigArgs);
  if (!Read)
    return Read.takeError();
  Request &R = *Read;
  if (Error E = addEvents(R))
    return std::move(E);
  if (Error E = checkRuntimeOptions(R.RuntimeOptions))
    return std::move(E);
  CommandPlan Plan;
  Plan.Args = std::move(R.Rest);
  Plan.PrintHelp = R.PrintHelp;
  Plan.AppendHelp = R.AppendHelp && !R.DryRun;
  R.IsProbe |= isProbe(Context.Cwd);

  if (Error E = chooseInputs(R, Context, Plan))
    return std::move(E);
  Plan.Warning = ignoredVariable(R, Context);
  if (Plan.Warning.empty())
    Plan.Warning = regionsWithoutProfile(R, Plan);
  Plan.Note = unprofiledSources(R, Plan);
  bool Prefetches = !Plan.Hints.empty() || (!R.IsProbe && R.HasInput &&
                                            R.Discriminate.value_or(false));
  bool UsesPlugin = !Plan.Spec.empty() || Prefetches || !Plan.Profile.empty();
  std::vector<std::string> Ours;
  planCompilation(R, Context, UsesPlugin, Prefetches, Plan, Ours);
  if (Error E = planLink(R, Context, Prefetches, Plan, Ours))
    return std::move(E);
  if (!Ours.empty()) {
    Plan.Args.push_back("--start-no-unused-arguments");
    append_range(Plan.Args, Ours);
    Plan.Args.push_back("--end-no-unused-arguments");
  }
  append_range(Plan.Args, R.AfterDashes);
  planPreprocessed(R, Context, UsesPlugin, Plan);
  return Plan;
}
