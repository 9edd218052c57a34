//===- CommandPlan.cpp - From our command line to clang's -----------------===//

#include "tools/udpc-clang/CommandPlan.h"
#include "passes/spec/EventSpec.h"
#include "passes/spec/FrontEndNeeds.h"
#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/SourceScan.h"
#include "udpc/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

/// Whether the spec has an entry that \p Is looks for, given also how it is
/// counted. The plugin reports what is wrong with the spec; until that is
/// mended the answer is yes.
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

/// Whether the clang plugin has to do anything. The flag by which a user asks
/// for it is an answer, too.
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

static void addCompileFlags(const Request &R, StringRef Spec,
                            const DriverContext &Context,
                            std::vector<std::string> &Args) {
  // Not -mllvm alone: that reaches the assembler and the linker as well, which
  // do not load the plugin and refuse its options.
  auto AddLLVM = [&](const Twine &Flag) {
    Args.insert(Args.end(), {"-Xclang", "-mllvm", "-Xclang", Flag.str()});
  };
  Args.push_back("-fpass-plugin=" + Context.Plugin);
  AddLLVM("-udpc-spec=" + Spec);
  if (!R.Lowering.empty())
    AddLLVM("-udpc-lowering=" + R.Lowering);
  if (!R.Fidelity.empty())
    AddLLVM("-udpc-fidelity=" + R.Fidelity);
  if (!R.UdpcTarget.empty())
    AddLLVM("-udpc-target=" + R.UdpcTarget);
  // Exact lines are made of the coverage records; the plugin removes them
  // again.
  if (hasExactLines(Spec, R) && !R.HasOwnMapping && !R.HasProfiling) {
    for (StringRef Flag :
         {"-fprofile-instrument=clang", "-fcoverage-mapping"}) {
      Args.push_back("-Xclang");
      Args.push_back(Flag.str());
    }
    AddLLVM("-udpc-own-coverage");
  }
  if (!R.HasDebug) {
    Args.push_back("-gline-tables-only");
    AddLLVM("-udpc-own-debug-info");
  }
  // A warning about the spec is no reason to fail a -Werror build.
  Args.push_back("-Wno-error=backend-plugin");
}

/// The runtime for the command's target. The driver is built for x86-64, whose
/// runtime lies in LibDir itself.
static Expected<std::string> findRuntime(const Request &R,
                                         const DriverContext &Context) {
  Triple T(Triple::normalize(R.Target));
  if (!R.Is32Bit && (R.Target.empty() || T.getArch() == Triple::x86_64))
    return Context.LibDir + "/libudpc_rt.a";
  StringRef Arch = R.Is32Bit ? "i386" : T.getArchName();
  for (StringRef Folder : {"/udpc/", "/"}) {
    std::string Path =
        (Context.LibDir + Folder + Arch + "-linux-gnu/libudpc_rt.a").str();
    if (sys::fs::exists(Path))
      return Path;
  }
  return createStringError("no runtime for " + Arch + " in " + Context.LibDir +
                           "; use -fno-udpc to build without counting");
}

/// Whether an object or archive has units of ours. Builds that put the spec in
/// CFLAGS link without it.
static bool hasUnits(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  return Buffer && (*Buffer)->getBuffer().contains(UDPC_UNITS_SECTION);
}

static Error addLinkFlags(const Request &R, const DriverContext &Context,
                          std::vector<std::string> &Args) {
  Expected<std::string> Runtime = findRuntime(R, Context);
  if (!Runtime)
    return Runtime.takeError();
  // Not as an input file: after `-x c` clang would compile it.
  Args.push_back("-Xlinker");
  Args.push_back(*Runtime);
  // Libraries refer to the runtime weakly, which alone pulls nothing in; and
  // they find it in the executable only if it is exported.
  Args.push_back("-Wl,-u,__udpc_runtime");
  Args.push_back("-Wl,--export-dynamic-symbol=__udpc_*");
  return Error::success();
}

/// Under ccache, may the next call find another spec with the same arguments?
/// Before all else ccache asks its list of the files that went into a result,
/// of which a change of UDPC_SPEC changes none. A file among them that is no
/// regular one keeps it from making the list.
static bool specMayChange(const Request &R, const DriverContext &Context) {
  return Context.UnderCcache && R.Spec.empty() && !R.Disabled;
}

/// What is left to do for ccache after -E: it takes the preprocessed text for
/// all that the object depends on.
static void planPreprocessed(const Request &R, const DriverContext &Context,
                             bool Counts, CommandPlan &Plan) {
  if (R.Last != Request::Preprocess || !R.HasSource || R.NoLinemarkers ||
      R.DumpsMacros || R.DryRun)
    return;
  Plan.AppendSpecToOutput = Counts;
  Plan.DisableDirectMode = specMayChange(R, Context);
  Plan.PreprocessorOutput = R.Output == "-" ? "" : R.Output;
}

Expected<CommandPlan> udpc::planCommand(ArrayRef<std::string> Args,
                                        const DriverContext &Context) {
  Expected<Request> Read = readCommandLine(Args);
  if (!Read)
    return Read.takeError();
  Request &R = *Read;
  CommandPlan Plan;
  Plan.Args = std::move(R.Rest);
  Plan.PrintHelp = R.PrintHelp;
  Plan.AppendHelp = R.AppendHelp && !R.DryRun;
  R.IsProbe |= isProbe(Context.Cwd);

  std::string Spec = R.Spec.empty() ? Context.SpecFromEnv : R.Spec;
  bool Counts = !Spec.empty() && !R.Disabled && !R.IsProbe && R.HasInput;
  if (Counts)
    if (auto Buffer = MemoryBuffer::getFile(Spec); !Buffer)
      return createStringError(Spec + ": " + Buffer.getError().message() +
                               (R.Spec.empty() ? " (named by UDPC_SPEC)" : ""));

  std::vector<std::string> Ours;
  // Whatever else becomes of the source: preprocessed text, dependencies and
  // precompiled headers are to agree with what is compiled.
  if (Counts && (R.HasSource || R.HasHeader) && hasMarks(Spec, R))
    Ours.push_back("-D__UDPC__");
  if (Counts && R.HasSource &&
      (R.Last == Request::Compile || R.Last == Request::Link))
    addCompileFlags(R, Spec, Context, Ours);
  // For -E as well, where the attributes are asked for, and for -fsyntax-only.
  if (needsClangPlugin(R, Counts ? Spec : "", Context)) {
    Plan.LoadsClangPlugin = true;
    Ours.push_back("-fplugin=" + Context.ClangPlugin);
    if (Counts)
      Ours.push_back("-fplugin-arg-udpc-spec=" + Spec);
    if (!is_contained(Ours, "-Wno-error=backend-plugin"))
      Ours.push_back("-Wno-error=backend-plugin");
  }
  // The driver's own -fdepfile-entry does not reach the compiler.
  if (Counts && R.HasSource && R.WritesDeps)
    Ours.insert(Ours.end(), {"-Xclang", "-fdepfile-entry=" + Spec});
  if (R.HasSource && R.WritesDeps && specMayChange(R, Context))
    Ours.insert(Ours.end(), {"-Xclang", "-fdepfile-entry=/dev/null"});
  bool Links =
      R.Last == Request::Link && R.HasInput && !R.Shared && !R.Relocatable;
  bool Instrumented =
      Counts || (R.Last == Request::Link && any_of(R.LinkInputs, hasUnits));
  if (R.Last == Request::Link && R.HasInput && R.HasLto && Instrumented) {
    // What is counted transparently is found where the code is made final.
    if (R.HasLld)
      Ours.push_back("-Wl,--load-pass-plugin=" + Context.Plugin);
    else if (Counts && hasTransparentEntries(Spec, R))
      return createStringError("fidelity: transparent with -flto needs the "
                               "linker lld; add -fuse-ld=lld");
  }
  if (Links && (R.WantsRuntime || (Instrumented && !R.Bare))) {
    if (Error E = addLinkFlags(R, Context, Ours))
      return std::move(E);
    if (Instrumented && !R.DryRun && !R.NoWarnings)
      Plan.LinkedProgram = R.Output.empty() ? "a.out" : R.Output;
  }
  if (!Ours.empty()) {
    Plan.Args.push_back("--start-no-unused-arguments");
    append_range(Plan.Args, Ours);
    Plan.Args.push_back("--end-no-unused-arguments");
  }
  append_range(Plan.Args, R.AfterDashes);
  if (Counts)
    Plan.Spec = Spec;
  planPreprocessed(R, Context, Counts, Plan);
  return Plan;
}
