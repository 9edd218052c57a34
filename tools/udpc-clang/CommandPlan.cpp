//===- CommandPlan.cpp - Computes clang's command line --------------------===//

#include "tools/udpc-clang/CommandPlan.h"
#include "profdata/PathGlob.h"
#include "spec/EventSpec.h"
#include "spec/FrontEndNeeds.h"
#include "tools/udpc-clang/BitcodeInputs.h"
#include "tools/udpc-clang/DriverFlags.h"
#include "tools/udpc-clang/InlineDeferral.h"
#include "tools/udpc-clang/SourceScan.h"
#include "udpc/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

/// Whether the spec has an entry that satisfies \p Is, which also gets its
/// lowering and fidelity. For an invalid spec, which the plugin reports, the
/// answer is yes.
static bool hasEntry(StringRef Spec, const Request &R,
                     function_ref<bool(const SpecEntry &, Fidelity)> Is) {
  Expected<EventSpec> Parsed = EventSpec::load(Spec);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return true;
  }
  std::optional<Fidelity> Wanted = fidelityOf(R.Fidelity);
  std::optional<Lowering> Lowered = loweringOf(R.Lowering);
  bool CannotBeTransparent = Lowered == Lowering::Inline ||
                             Lowered == Lowering::Call ||
                             R.UdpcTarget == "none";
  return any_of(Parsed->Entries, [&](const SpecEntry &E) {
    Fidelity F = Parsed->fidelityOf(E);
    if (Wanted && !E.OwnFidelity && E.canBeTransparent())
      F = *Wanted;
    return Is(E, CannotBeTransparent ? Fidelity::Exact : F);
  });
}

static bool hasExactLines(StringRef Spec, const Request &R) {
  return hasEntry(Spec, R, [](const SpecEntry &E, Fidelity F) {
    return E.isLine() && F == Fidelity::Exact;
  });
}

static bool hasTransparentEntries(StringRef Spec, const Request &R) {
  return hasEntry(Spec, R, [](const SpecEntry &, Fidelity F) {
    return F == Fidelity::Transparent;
  });
}

static bool hasMarks(StringRef Spec, const Request &R) {
  return hasEntry(Spec, R,
                  [](const SpecEntry &E, Fidelity) { return E.isMark(); });
}

/// Whether the clang plugin is needed, also because the user asks for it.
static bool needsClangPlugin(const Request &R, StringRef Spec,
                             const DriverContext &Context) {
  if (Context.ClangPlugin.empty() || R.Sources.empty())
    return false;
  if (R.WantsClangPlugin)
    return true;
  if (Spec.empty())
    return false;
  if (Expected<EventSpec> Parsed = EventSpec::load(Spec); !Parsed)
    consumeError(Parsed.takeError()); // The pass plugin reports it.
  else if (needsFrontEnd(*Parsed) ||
           (R.WantsRemarks && any_of(Parsed->Entries, needsStatements)))
    return true;
  auto UsesWords = [&](StringRef Source) {
    return usesFrontEndWords(Source, R.Folders);
  };
  return any_of(R.Sources, UsesWords) || any_of(R.Includes, UsesWords);
}

/// An option of the plugin. Not -mllvm alone: that reaches the assembler and
/// the linker as well, which do not load the plugin and refuse its options.
static void addLLVM(std::vector<std::string> &Args, const Twine &Option) {
  Args.insert(Args.end(), {"-Xclang", "-mllvm", "-Xclang", Option.str()});
}

static void addCountingFlags(const Request &R, StringRef Spec,
                             std::vector<std::string> &Args) {
  addLLVM(Args, flagOf(&Request::Spec).Plugin + Spec);
  for (auto Field :
       {&Request::Lowering, &Request::Fidelity, &Request::UdpcTarget})
    if (!(R.*Field).empty())
      addLLVM(Args, flagOf(Field).Plugin + R.*Field);
  if (R.UnmatchedIsError && !R.NoWarnings)
    addLLVM(Args, "-udpc-werror");
  // Exact line counts are derived from coverage records; the plugin removes
  // these.
  if (hasExactLines(Spec, R) && !R.HasOwnMapping && !R.HasProfiling) {
    for (StringRef Flag :
         {"-fprofile-instrument=clang", "-fcoverage-mapping"}) {
      Args.push_back("-Xclang");
      Args.push_back(Flag.str());
    }
    addLLVM(Args, "-udpc-own-coverage");
  }
}

/// The debug info that can hold keys. LLVM takes -fdebug-info-for-profiling for
/// a profile, and then inlines otherwise than in the build without us.
static void addProfilingInfo(const Request &R, std::vector<std::string> &Args) {
  Args.push_back("-fdebug-info-for-profiling");
  if (!R.HasInlineDeferral && !defersInlining(R))
    addLLVM(Args, "-enable-npm-pgo-inline-deferral=false");
  if (!R.HasProfilingInfo)
    addLLVM(Args, "-udpc-own-profiling-info");
}

static void addCompileFlags(const Request &R, const CommandPlan &Plan,
                            bool Prefetches, const DriverContext &Context,
                            std::vector<std::string> &Args) {
  Args.push_back("-fpass-plugin=" + Context.Plugin);
  if (!Plan.Spec.empty())
    addCountingFlags(R, Plan.Spec, Args);
  if (!Plan.Hints.empty()) {
    // Under LTO the linker reads it, possibly in another folder.
    SmallString<128> Hints(Plan.Hints);
    sys::path::make_absolute(Context.Cwd, Hints);
    addLLVM(Args, flagOf(&Request::Hints).Plugin + Hints);
  }
  if (!Plan.Profile.empty())
    addLLVM(Args, flagOf(&Request::Profile).Plugin + Plan.Profile);
  bool Counts = !Plan.Spec.empty() || !Plan.Profile.empty();
  if (!R.PathRoot.empty() && Counts) {
    SmallString<128> Root(R.PathRoot);
    sys::path::make_absolute(Context.Cwd, Root);
    addLLVM(Args, flagOf(&Request::PathRoot).Plugin + Root);
  }
  if (Counts && (R.EmulatedTLS || R.Freestanding))
    addLLVM(Args, "-udpc-no-thread-locals");
  if (R.Discriminate)
    addLLVM(Args, (R.KeysInDebugInfo ? "-x86" : "-udpc") +
                      Twine("-discriminate-memops=") + Twine(*R.Discriminate));
  // Hints identify memory operations by debug locations, and so do profiles,
  // from which hints are made.
  bool NeedsPlaces = Prefetches || !Plan.Profile.empty();
  if (R.KeysInDebugInfo && !R.NoProfilingInfo)
    addProfilingInfo(R, Args);
  if (!R.HasDebug) {
    Args.push_back(NeedsPlaces ? "-gmlt" : "-gline-tables-only");
    if (!NeedsPlaces)
      addLLVM(Args, "-udpc-own-debug-info");
  }
  // The plugin's warnings must not fail a -Werror build.
  Args.push_back("-Wno-error=backend-plugin");
}

static bool isForX86_64(const Request &R) {
  Triple T(Triple::normalize(R.Target));
  return !R.Is32Bit && (R.Target.empty() || T.getArch() == Triple::x86_64);
}

static StringRef archOf(const Request &R, const Triple &T) {
  return R.Is32Bit ? "i386" : T.getArchName();
}

/// The runtime for the command's target. The driver is built for x86-64, whose
/// runtime is in LibDir itself.
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
  return createStringError("no runtime for " + Arch + " in " + Context.LibDir +
                           "; use -fno-udpc to build without counting");
}

static bool contains(StringRef File, StringRef Text) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  return Buffer && (*Buffer)->getBuffer().contains(Text);
}

/// Whether an object or archive has udpc's records. Builds that put the spec in
/// CFLAGS link without it.
static bool hasUnits(StringRef File) {
  return contains(File, UDPC_UNITS_SECTION);
}

/// Whether some of its code simulates caches.
static bool simulatesCaches(StringRef File) {
  return contains(File, "__udpc_access");
}

/// Adds the archives and shared libraries that the linker will find in folders
/// of -L to the inputs. Those elsewhere belong to the system.
static void findLibraries(Request &R) {
  for (const std::string &Library : R.Libraries) {
    std::vector<std::string> Names;
    if (StringRef Name = Library; Name.consume_front(":"))
      Names.push_back(Name.str());
    else if (R.Static)
      Names.push_back("lib" + Library + ".a");
    else
      Names = {"lib" + Library + ".so", "lib" + Library + ".a"};
    auto Find = [&] {
      for (const std::string &Folder : R.LibraryFolders)
        for (const std::string &Name : Names) {
          SmallString<128> Path(Folder);
          sys::path::append(Path, Name);
          if (sys::fs::exists(Path))
            return Path.str().str();
        }
      return std::string();
    };
    if (std::string Path = Find(); !Path.empty())
      R.LinkInputs.push_back(Path);
  }
}

static Error addLinkFlags(const Request &R, const DriverContext &Context,
                          bool SimulatesCaches,
                          std::vector<std::string> &Args) {
  Expected<std::string> Runtime = findRuntime(R, Context);
  if (!Runtime)
    return Runtime.takeError();
  // Not as an input file: after `-x c` clang would compile it.
  Args.push_back("-Xlinker");
  Args.push_back(*Runtime);
  // Libraries refer to the runtime by weak symbols, which do not extract
  // archive members; and they find it in the executable only if it is exported.
  Args.push_back("-Wl,-u,__udpc_runtime");
  if (SimulatesCaches)
    Args.push_back("-Wl,-u,__udpc_simulation");
  Args.push_back("-Wl,--export-dynamic-symbol=__udpc_*");
  if (R.IsContinuous)
    append_range(Args, ArrayRef<std::string>{
                           "-Wl,-u,__udpc_slot_pages", "-Xlinker", "-T",
                           "-Xlinker", Context.LibDir + "/udpc/continuous.ld"});
  return Error::success();
}

/// A library that is asked to brings the shared runtime along, for programs
/// that have none.
static Error addSharedRuntime(const Request &R, const DriverContext &Context,
                              std::vector<std::string> &Args) {
  if (!isForX86_64(R)) {
    Triple T(Triple::normalize(R.Target));
    return createStringError("no shared runtime for " + archOf(R, T) +
                             "; link the library without -ludpc_rt, and its "
                             "program with it");
  }
  std::string Folder = Context.LibDir + "/udpc";
  // A weak reference is no need.
  append_range(
      Args, ArrayRef<std::string>{"-Wl,--push-state,--no-as-needed", "-Xlinker",
                                  Folder + "/libudpc_rt.so", "-Wl,--pop-state",
                                  "-Wl,-rpath," + Folder});
  return Error::success();
}

/// Whether, under ccache, the next call may use another spec or other hints
/// with the same arguments. ccache's direct mode only checks the files that
/// went into a result, which do not change with UDPC_SPEC. An input that is no
/// regular file disables direct mode.
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

/// A warning about an environment variable that is ignored.
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

/// Whether \p Globs, file patterns separated by ':', match an input or the
/// output.
static Expected<bool> isNamedProbe(const Request &R, StringRef Globs) {
  bool Result = false;
  for (StringRef Glob : split(Globs, ':')) {
    if (Glob.empty())
      continue;
    Expected<PathGlob> Files = PathGlob::create(Glob);
    if (!Files)
      return createStringError("UDPC_PROBES: '" + Glob + "' is not a glob: " +
                               toString(Files.takeError()));
    Result |= any_of(R.Inputs,
                     [&](const std::string &Input) {
                       return Files->matches(Input);
                     }) ||
              (!R.Output.empty() && Files->matches(R.Output));
  }
  return Result;
}

Expected<CommandPlan> udpc::planCommand(ArrayRef<std::string> Args,
                                        const DriverContext &Context) {
  Expected<Request> Read = readCommandLine(Args, Context.ConfigArgs);
  if (!Read)
    return Read.takeError();
  Request &R = *Read;
  CommandPlan Plan;
  Plan.Args = std::move(R.Rest);
  Plan.PrintHelp = R.PrintHelp;
  Plan.AppendHelp = R.AppendHelp && !R.DryRun;
  R.IsProbe |= isProbe(Context.Cwd);
  Expected<bool> IsNamedProbe = isNamedProbe(R, Context.ProbesFromEnv);
  if (!IsNamedProbe)
    return IsNamedProbe.takeError();
  R.IsProbe |= *IsNamedProbe;

  bool IsActive = !R.IsProbe && R.HasInput;
  if (IsActive) {
    Plan.Spec = R.FlagsDecide ? R.Spec : Context.SpecFromEnv;
    Plan.Hints = R.FlagsDecide ? R.Hints : Context.HintsFromEnv;
    Plan.Profile =
        R.FlagsDecide || R.NoProfile ? R.Profile : Context.ProfileFromEnv;
  }
  const std::string &Spec = Plan.Spec;
  bool Counts = !Spec.empty();
  bool Prefetches =
      !Plan.Hints.empty() || (IsActive && R.Discriminate.value_or(false));
  bool Profiles = !Plan.Profile.empty();
  if (Profiles && !isProfileWord(Plan.Profile))
    return createStringError("UDPC_PROFILE is '" + Plan.Profile +
                             "'; expected " + flagOf(&Request::Profile).Words);
  if (Counts)
    if (Error E = checkReadable(Spec, "UDPC_SPEC", R))
      return std::move(E);
  if (!Plan.Hints.empty())
    if (Error E = checkReadable(Plan.Hints, "UDPC_PREFETCH_HINTS", R))
      return std::move(E);
  Plan.Warning = ignoredVariable(R, Context);

  std::vector<std::string> Ours;
  // Also for other actions: preprocessed text, dependencies and precompiled
  // headers must agree with the compilation.
  if (Counts && (R.HasSource || R.HasHeader) && hasMarks(Spec, R))
    Ours.push_back("-D__UDPC__");
  // With and without counting, since programs use the header. The last include
  // folder, so that it hides no header of the program.
  if (!Context.IncludeDir.empty() && (R.HasSource || R.HasHeader))
    Ours.insert(Ours.end(), {"-idirafter", Context.IncludeDir});
  bool UsesPlugin = Counts || Prefetches || Profiles;
  if (UsesPlugin && R.HasSource &&
      (R.Last == Request::Compile || R.Last == Request::Link))
    addCompileFlags(R, Plan, Prefetches, Context, Ours);
  // Also for -E, where __has_attribute is evaluated, and for -fsyntax-only.
  if (needsClangPlugin(R, Spec, Context)) {
    Plan.LoadsClangPlugin = true;
    Ours.push_back("-fplugin=" + Context.ClangPlugin);
    if (Counts)
      Ours.push_back("-fplugin-arg-udpc-spec=" + Spec);
    if (!is_contained(Ours, "-Wno-error=backend-plugin"))
      Ours.push_back("-Wno-error=backend-plugin");
  }
  // The driver's own -fdepfile-entry does not reach the compiler.
  auto DependOn = [&](const std::string &File) {
    if (R.HasSource && R.WritesDeps && !File.empty())
      Ours.insert(Ours.end(), {"-Xclang", "-fdepfile-entry=" + File});
  };
  DependOn(Spec);
  DependOn(Plan.Hints);
  DependOn(inputsMayChange(R, Context) ? "/dev/null" : "");
  bool Links =
      R.Last == Request::Link && R.HasInput && !R.Shared && !R.Relocatable;
  if (R.Last == Request::Link)
    findLibraries(R);
  bool Instrumented =
      Counts || Profiles ||
      (R.Last == Request::Link && any_of(R.LinkInputs, hasUnits));
  bool LinkPrefetches =
      IsActive && R.Last == Request::Link && !R.Disabled &&
      ((R.HasLto && Prefetches) || any_of(R.LinkInputs, hasBitcodeToPrefetch));
  // lld takes bitcode without -flto, too.
  if (R.Last == Request::Link && R.HasInput &&
      (R.HasLto || (R.HasLld && LinkPrefetches)) &&
      (Instrumented || LinkPrefetches)) {
    // Transparent sites, keys and prefetches are handled during code
    // generation. The IR contains the necessary options.
    if (R.HasLld)
      Ours.push_back("-Wl,--load-pass-plugin=" + Context.Plugin);
    else if (Counts && hasTransparentEntries(Spec, R))
      return createStringError("fidelity: transparent with -flto needs the "
                               "linker lld; add -fuse-ld=lld");
    else if (Profiles)
      return createStringError("-fudpc-profile with -flto needs the linker "
                               "lld; add -fuse-ld=lld");
    else if (Prefetches)
      return createStringError("prefetching with -flto needs the linker lld; "
                               "add -fuse-ld=lld");
    else if (LinkPrefetches && !R.NoWarnings)
      Plan.Warning = "nothing is prefetched and no keys are given: objects "
                     "compiled with -flto for that need the linker lld; add "
                     "-fuse-ld=lld";
  }
  if (R.Last == Request::Link && R.HasInput && R.Shared && !R.Relocatable &&
      R.WantsRuntime)
    if (Error E = addSharedRuntime(R, Context, Ours))
      return std::move(E);
  if (Links && (R.WantsRuntime || (Instrumented && !R.Bare))) {
    bool Simulates = StringRef(Plan.Profile).starts_with("cache") ||
                     any_of(R.LinkInputs, simulatesCaches);
    if (Error E = addLinkFlags(R, Context, Simulates, Ours))
      return std::move(E);
    if (Instrumented && !R.DryRun && !R.NoWarnings)
      Plan.LinkedProgram = R.Output.empty() ? "a.out" : R.Output;
    Plan.UnmatchedIsError = R.UnmatchedIsError;
  } else if (Links && Instrumented && !R.DryRun && !R.NoWarnings &&
             Plan.Warning.empty()) {
    Plan.Warning = "the program is linked without the runtime and is not "
                   "counted, since a flag leaves out the standard libraries; "
                   "add -ludpc_rt";
  }
  if (!Ours.empty()) {
    Plan.Args.push_back("--start-no-unused-arguments");
    append_range(Plan.Args, Ours);
    Plan.Args.push_back("--end-no-unused-arguments");
  }
  append_range(Plan.Args, R.AfterDashes);
  planPreprocessed(R, Context, UsesPlugin, Plan);
  return Plan;
}
