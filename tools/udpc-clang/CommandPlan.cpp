//===- CommandPlan.cpp - From our command line to clang's -----------------===//

#include "tools/udpc-clang/CommandPlan.h"
#include "passes/spec/EventSpec.h"
#include "passes/spec/FrontEndNeeds.h"
#include "tools/udpc-clang/SourceScan.h"
#include "udpc/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

static constexpr StringRef OurFlags[] = {
    "-fudpc-spec=", "-fudpc-lowering=", "-fudpc-fidelity=", "-fudpc-target=",
    "-fno-udpc"};

namespace {

/// What clang is asked to do, as far as it matters to us.
struct Request {
  enum Step { Preprocess, Compile, Link, Nothing } Last = Link;
  std::string Spec, Lowering, Fidelity, UdpcTarget, Output, Target;
  bool Disabled = false;
  bool HasSource = false; ///< Something to compile.
  bool HasHeader = false; ///< Something to precompile.
  bool HasInput = false;  ///< Anything to work on.
  bool IsProbe = false;   ///< A configure step's test program.
  bool WritesDeps = false;
  bool HasDebug = false;
  bool HasOwnMapping = false; ///< The user asks for coverage records.
  bool HasProfiling = false;  ///< The user asks for another profile.
  bool Shared = false, Relocatable = false, Bare = false;
  bool WantsRuntime = false; ///< -ludpc_rt.
  bool NoLinemarkers = false, DumpsMacros = false;
  bool DryRun = false;     ///< -###
  bool NoWarnings = false; ///< -w
  bool Is32Bit = false;
  bool HasLto = false, HasLld = false;
  bool WantsRemarks = false;           ///< -Rpass=... and the like.
  bool WantsClangPlugin = false;       ///< -fplugin=libudpc-clang.so.
  std::vector<std::string> LinkInputs; ///< Objects and archives.
  std::vector<std::string> Sources;    ///< In C and C++, with headers.
  std::vector<std::string> Includes;   ///< -include.
  std::vector<std::string> Folders;    ///< -I and -iquote.
  bool PrintHelp = false, AppendHelp = false;
  /// After "--" there are only inputs; nothing of ours may follow them.
  std::vector<std::string> AfterDashes;
};

} // namespace

/// Options whose value is the next argument.
static bool takesValue(StringRef Arg) {
  return StringSwitch<bool>(Arg)
      .Cases({"-o",         "-x",           "-I",
              "-L",         "-D",           "-U",
              "-include",   "-isystem",     "-iquote",
              "-idirafter", "-imacros",     "-MF",
              "-MT",        "-MQ",          "-Xclang",
              "-Xlinker",   "-Xassembler",  "-Xpreprocessor",
              "-mllvm",     "-target",      "-T",
              "-u",         "-z",           "-l",
              "-e",         "-arch",        "-isysroot",
              "-iprefix",   "-iwithprefix", "--param",
              "-framework", "-rpath",       "--sysroot",
              "-Wl,-rpath", "-dumpdir",     "-B",
              "-F"},
             true)
      .Default(false);
}

static bool isSourceFile(StringRef Name) {
  return StringSwitch<bool>(sys::path::extension(Name))
      .Cases({".c", ".cc", ".cp", ".cpp", ".cxx", ".CPP", ".c++", ".C", ".i",
              ".ii", ".ll", ".bc", ".m", ".mm", ".cppm"},
             true)
      .Default(false);
}

static bool isHeaderFile(StringRef Name) {
  return StringSwitch<bool>(sys::path::extension(Name))
      .Cases({".h", ".H", ".hh", ".hp", ".hpp", ".hxx", ".h++", ".tcc"}, true)
      .Default(false);
}

/// Build systems try the compiler out on small programs. What they learn must
/// not depend on us, and such programs leave no profiles.
static bool isProbe(StringRef Name) {
  StringRef File = sys::path::filename(Name);
  return File.starts_with("conftest.") || File == "conftest" ||
         Name.contains("CMakeFiles/CMakeScratch") ||
         Name.contains("CMakeFiles/CMakeTmp") ||
         Name.contains("/CompilerIdC") || Name.contains("meson-private");
}

static Error unknownFlag(StringRef Arg) {
  StringRef Name = Arg.take_front(Arg.find('=') + 1);
  if (Name.empty())
    Name = Arg;
  StringRef Near = OurFlags[0];
  for (StringRef Flag : OurFlags)
    if (Name.edit_distance(Flag) < Name.edit_distance(Near))
      Near = Flag;
  return createStringError("unknown argument '" + Arg + "'; did you mean '" +
                           Near + "'?");
}

/// Notes a flag that asks for debug info or against it; the many -g flags that
/// only say how it is to look are not among them.
static void readDebugFlag(StringRef Arg, Request &R) {
  if (Arg == "-g0" || Arg == "-ggdb0")
    R.HasDebug = false;
  else if (Arg == "-g" || Arg.starts_with("-ggdb") || Arg == "-glldb" ||
           Arg == "-gsce" || Arg == "-gdbx" || Arg == "-g1" || Arg == "-g2" ||
           Arg == "-g3" || Arg == "-gmlt" || Arg == "-gdwarf" ||
           Arg.starts_with("-gdwarf-") || Arg == "-gline-tables-only" ||
           Arg == "-gfull" || Arg == "-gused" ||
           Arg == "-gline-directives-only")
    R.HasDebug = true;
}

static void readInput(StringRef Arg, StringRef Language, Request &R) {
  R.HasInput = true;
  bool IsSource =
      !Language.empty() && Language != "none"
          ? !Language.starts_with("assembler") && !Language.contains("header")
          : isSourceFile(Arg);
  R.HasSource |= IsSource;
  bool IsHeader = !Language.empty() && Language != "none"
                      ? Language.contains("header")
                      : isHeaderFile(Arg);
  R.HasHeader |= IsHeader;
  // IR may have been compiled with a spec already.
  StringRef Extension = sys::path::extension(Arg);
  bool IsIR = Extension == ".bc" || Extension == ".ll";
  if (!IsSource || IsIR)
    R.LinkInputs.push_back(Arg.str());
  if (IsHeader || (IsSource && !IsIR && Language != "ir"))
    R.Sources.push_back(Arg.str());
  R.IsProbe |= isProbe(Arg);
}

/// Takes our flags out of \p Args and notes the rest; what remains goes to
/// clang as it is.
static Expected<std::vector<std::string>> readArgs(ArrayRef<std::string> Args,
                                                   Request &R) {
  std::vector<std::string> Rest;
  std::string Language;
  for (size_t I = 0; I != Args.size(); ++I) {
    StringRef Arg = Args[I];
    StringRef Value = I + 1 != Args.size() ? StringRef(Args[I + 1]) : "";
    StringRef Text = Arg;
    if (Arg == "--") {
      R.AfterDashes.assign(Args.begin() + I, Args.end());
      for (StringRef Input : Args.drop_front(I + 1))
        readInput(Input, Language, R);
      break;
    }
    if (Text.consume_front("-fudpc-spec=")) {
      if (Text.empty())
        return createStringError("'-fudpc-spec=' needs the name of a file");
      R.Spec = Text.str();
      R.Disabled = false;
      continue;
    }
    if (Text.consume_front("-fudpc-lowering=")) {
      if (!loweringOf(Text))
        return createStringError("unknown lowering in '" + Arg +
                                 "'; expected auto, inline, call or "
                                 "instruction");
      R.Lowering = Text.str();
      continue;
    }
    if (Text.consume_front("-fudpc-fidelity=")) {
      if (!fidelityOf(Text))
        return createStringError("unknown fidelity in '" + Arg +
                                 "'; expected exact or transparent");
      R.Fidelity = Text.str();
      continue;
    }
    // The plugin knows the names.
    if (Text.consume_front("-fudpc-target=")) {
      if (Text.empty())
        return createStringError("'-fudpc-target=' needs a name, or none");
      R.UdpcTarget = Text.str();
      continue;
    }
    if (Arg == "-fno-udpc") {
      R.Disabled = true;
      continue;
    }
    if (Arg.starts_with("-fudpc") || Arg.starts_with("-fno-udpc"))
      return unknownFlag(Arg);
    if (Arg == "--help-udpc") {
      R.PrintHelp = true;
      continue;
    }
    if (Text.consume_front("-fpass-plugin=") &&
        sys::path::filename(Text) == "libudpc.so")
      continue;
    if (Text.consume_front("-fplugin=") &&
        sys::path::filename(Text) == "libudpc-clang.so") {
      R.WantsClangPlugin = true;
      continue;
    }
    if (Arg == "-ludpc_rt" || (Arg == "-l" && Value == "udpc_rt")) {
      R.WantsRuntime = true;
      I += Arg == "-l";
      continue;
    }

    if (Arg == "--help")
      R.AppendHelp = true;
    if (Arg == "-E" || Arg == "-M" || Arg == "-MM" || Arg == "-fsyntax-only" ||
        Arg == "--analyze" || Arg == "-emit-ast") {
      if (R.Last != Request::Nothing)
        R.Last = Arg == "-E" ? Request::Preprocess : Request::Nothing;
      R.WritesDeps |= Arg == "-M" || Arg == "-MM";
    } else if (Arg == "-c" || Arg == "-S" || Arg == "--precompile") {
      if (R.Last == Request::Link)
        R.Last = Request::Compile;
    } else if (Arg == "-MD" || Arg == "-MMD" || Arg.starts_with("-Wp,-MD") ||
               Arg.starts_with("-Wp,-MMD")) {
      R.WritesDeps = true;
    } else if (Arg == "-shared") {
      R.Shared = true;
    } else if (Arg == "-r") {
      R.Relocatable = true;
    } else if (Arg == "-nostdlib" || Arg == "-nodefaultlibs" ||
               Arg == "-nostartfiles" || Arg == "-ffreestanding") {
      R.Bare = true;
    } else if (Arg == "-###") {
      R.DryRun = true;
    } else if (Arg.starts_with("-Rpass") ||
               Arg.starts_with("-fsave-optimization-record")) {
      R.WantsRemarks = true;
    } else if (Arg == "-w") {
      R.NoWarnings = true;
    } else if (Arg.starts_with("-flto") || Arg == "-fno-lto") {
      R.HasLto = Arg != "-fno-lto";
    } else if (Text.consume_front("-fuse-ld=") ||
               Text.consume_front("--ld-path=")) {
      R.HasLld = sys::path::filename(Text).contains("lld");
    } else if (Arg == "-m32" || Arg == "-m64") {
      R.Is32Bit = Arg == "-m32";
    } else if (Arg == "-P") {
      R.NoLinemarkers = true;
    } else if (Arg.starts_with("-d") && Arg.size() == 3) {
      R.DumpsMacros |= Arg == "-dM";
    } else if (Arg == "-fcoverage-mapping" || Arg == "-fno-coverage-mapping") {
      R.HasOwnMapping = Arg == "-fcoverage-mapping";
    } else if (Arg.starts_with("-fprofile-generate") ||
               Arg.starts_with("-fcs-profile-generate") ||
               Arg.starts_with("-fprofile-instr-generate")) {
      R.HasProfiling = true;
    } else if (Text.consume_front("--target=")) {
      R.Target = Text.str();
    } else if (Arg == "-target") {
      R.Target = Value.str();
    } else if (Arg == "-include") {
      R.Includes.push_back(Value.str());
    } else if (Arg == "-I" || Arg == "-iquote") {
      R.Folders.push_back(Value.str());
    } else if (Text.consume_front("-iquote") || Text.consume_front("-I")) {
      R.Folders.push_back(Text.str());
    } else if (Arg == "-o") {
      R.Output = Value.str();
    } else if (Arg.starts_with("-o")) {
      R.Output = Arg.drop_front(2).str();
    } else if (Arg == "-x") {
      Language = Value.str();
    } else if (Arg.starts_with("-x")) {
      Language = Arg.drop_front(2).str();
    } else if (Arg.starts_with("-g")) {
      readDebugFlag(Arg, R);
    } else if (Arg == "-" || !Arg.starts_with("-")) {
      readInput(Arg, Language, R);
    } else if (Arg.starts_with("-l")) {
      R.HasInput = true;
    }
    Rest.push_back(Arg.str());
    if (takesValue(Arg) && I + 1 != Args.size())
      Rest.push_back(Args[++I]);
  }
  R.IsProbe |= isProbe(R.Output);
  // A header by itself is precompiled.
  if (R.HasHeader && !R.HasSource && R.Last == Request::Link)
    R.Last = Request::Compile;
  return Rest;
}

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
  Request R;
  Expected<std::vector<std::string>> Rest = readArgs(Args, R);
  if (!Rest)
    return Rest.takeError();
  CommandPlan Plan;
  Plan.Args = std::move(*Rest);
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
