//===- CommandPlan.cpp - From our command line to clang's -----------------===//

#include "tools/udpc-clang/CommandPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

static constexpr StringRef OurFlags[] = {"-fudpc-spec=", "-fudpc-lowering=",
                                         "-fno-udpc"};

namespace {

/// What clang is asked to do, as far as it matters to us.
struct Request {
  enum Step { Preprocess, Compile, Link, Nothing } Last = Link;
  std::string Spec, Lowering, Output, Target;
  bool Disabled = false;
  bool HasSource = false;  ///< Something to compile.
  unsigned NumSources = 0;
  bool HasInput = false;   ///< Anything to work on.
  bool HasObject = false;  ///< An object, archive or library.
  bool IsProbe = false;    ///< A configure step's test program.
  bool WritesDeps = false;
  bool HasDebug = false;
  bool HasOwnMapping = false; ///< The user asks for coverage records.
  bool HasProfiling = false;  ///< The user asks for another profile.
  bool Shared = false, Relocatable = false, Bare = false;
  bool WantsRuntime = false; ///< -ludpc_rt.
  bool NoLinemarkers = false, DumpsMacros = false;
  bool PrintHelp = false;
};

} // namespace

/// Options whose value is the next argument.
static bool takesValue(StringRef Arg) {
  return StringSwitch<bool>(Arg)
      .Cases({"-o", "-x", "-I", "-L", "-D", "-U", "-include", "-isystem",
              "-iquote", "-idirafter", "-imacros", "-MF", "-MT", "-MQ",
              "-Xclang", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-mllvm",
              "-target", "-T", "-u", "-z", "-l", "-e", "-arch", "-isysroot",
              "-iprefix", "-iwithprefix", "--param", "-framework", "-rpath",
              "--sysroot", "-Wl,-rpath", "-dumpdir", "-B", "-F"},
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

/// Build systems try the compiler out on small programs. What they learn must
/// not depend on us, and such programs leave no profiles.
static bool isProbe(StringRef Name) {
  return sys::path::filename(Name).starts_with("conftest.") ||
         Name.contains("CMakeScratch/") || Name.contains("CMakeTmp/") ||
         Name.contains("CompilerIdC") || Name.contains("meson-private/");
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

static Error readDebugFlag(StringRef Arg, Request &R) {
  if (Arg == "-g0")
    R.HasDebug = false;
  else if (Arg.starts_with("-g") && !Arg.starts_with("-gcc-toolchain") &&
           !Arg.starts_with("-gsplit") && !Arg.starts_with("-gno-") &&
           !Arg.starts_with("-gz"))
    R.HasDebug = true;
  return Error::success();
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
    if (Text.consume_front("-fudpc-spec=")) {
      R.Spec = Text.str();
      R.Disabled = false;
      continue;
    }
    if (Text.consume_front("-fudpc-lowering=")) {
      if (Text != "auto" && Text != "inline" && Text != "call")
        return createStringError("unknown lowering in '" + Arg +
                                 "'; expected auto, inline or call");
      R.Lowering = Text.str();
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
    if (Arg == "-ludpc_rt" || (Arg == "-l" && Value == "udpc_rt")) {
      R.WantsRuntime = true;
      I += Arg == "-l";
      continue;
    }

    if (Arg == "-E" || Arg == "-M" || Arg == "-MM" || Arg == "-fsyntax-only" ||
        Arg == "--analyze" || Arg == "-emit-ast") {
      R.Last = Arg == "-E" ? Request::Preprocess : Request::Nothing;
    } else if (Arg == "-c" || Arg == "-S" || Arg == "--precompile") {
      if (R.Last == Request::Link)
        R.Last = Request::Compile;
    } else if (Arg == "-MD" || Arg == "-MMD") {
      R.WritesDeps = true;
    } else if (Arg == "-shared") {
      R.Shared = true;
    } else if (Arg == "-r") {
      R.Relocatable = true;
    } else if (Arg == "-nostdlib" || Arg == "-nodefaultlibs" ||
               Arg == "-nostartfiles" || Arg == "-ffreestanding") {
      R.Bare = true;
    } else if (Arg == "-P") {
      R.NoLinemarkers = true;
    } else if (Arg.starts_with("-d") && Arg.size() == 3) {
      R.DumpsMacros |= Arg == "-dM";
    } else if (Arg == "-fcoverage-mapping") {
      R.HasOwnMapping = true;
    } else if (Arg.starts_with("-fprofile-generate") ||
               Arg.starts_with("-fcs-profile-generate") ||
               Arg.starts_with("-fprofile-instr-generate")) {
      R.HasProfiling = true;
    } else if (Text.consume_front("--target=")) {
      R.Target = Text.str();
    } else if (Arg == "-target") {
      R.Target = Value.str();
    } else if (Arg == "-o") {
      R.Output = Value.str();
    } else if (Arg.starts_with("-o")) {
      R.Output = Arg.drop_front(2).str();
    } else if (Arg == "-x") {
      Language = Value.str();
    } else if (Arg.starts_with("-x")) {
      Language = Arg.drop_front(2).str();
    } else if (Arg.starts_with("-g")) {
      if (Error E = readDebugFlag(Arg, R))
        return std::move(E);
    } else if (Arg == "-" || !Arg.starts_with("-")) {
      R.HasInput = true;
      bool IsSource = !Language.empty() && Language != "none"
                          ? !StringRef(Language).starts_with("assembler") &&
                                !StringRef(Language).contains("header")
                          : isSourceFile(Arg);
      R.HasSource |= IsSource;
      R.NumSources += IsSource;
      R.HasObject |= !IsSource;
      R.IsProbe |= isProbe(Arg);
    } else if (Arg.starts_with("-l")) {
      R.HasInput = true;
    }
    Rest.push_back(Arg.str());
    if (takesValue(Arg) && I + 1 != Args.size())
      Rest.push_back(Args[++I]);
  }
  R.IsProbe |= isProbe(R.Output);
  return Rest;
}

/// Whether the spec may have `line` entries. The plugin parses it; here a look
/// is enough, since a wrong yes costs compile time only.
static bool mayNameLines(StringRef Spec) {
  auto Buffer = MemoryBuffer::getFile(Spec);
  return !Buffer || (*Buffer)->getBuffer().contains("line");
}

static void addCompileFlags(const Request &R, StringRef Spec,
                            const DriverPaths &Paths,
                            std::vector<std::string> &Args) {
  auto AddLLVM = [&](const Twine &Flag) {
    Args.push_back("-mllvm");
    Args.push_back(Flag.str());
  };
  Args.push_back("-fpass-plugin=" + Paths.Plugin);
  AddLLVM("-udpc-spec=" + Spec);
  if (!R.Lowering.empty())
    AddLLVM("-udpc-lowering=" + R.Lowering);
  // Lines are made of the coverage records; the plugin removes them again.
  if (mayNameLines(Spec) && !R.HasOwnMapping && !R.HasProfiling) {
    for (StringRef Flag : {"-fprofile-instrument=clang", "-fcoverage-mapping"}) {
      Args.push_back("-Xclang");
      Args.push_back(Flag.str());
    }
    AddLLVM("-udpc-own-coverage");
  }
  if (!R.HasDebug) {
    Args.push_back("-gline-tables-only");
    AddLLVM("-udpc-own-debug-info");
  }
  // LinkCheck.h looks at the program that this step links.
  if (R.Last == Request::Link && !R.Shared)
    AddLLVM("-udpc-whole-program=0");
  // A warning about the spec is no reason to fail a -Werror build.
  Args.push_back("-Wno-error=backend-plugin");
  if (R.WritesDeps)
    Args.push_back(("-fdepfile-entry=" + Spec).str());
}

static std::string runtimeDir(const Request &R, const DriverPaths &Paths) {
  if (R.Target.empty())
    return Paths.LibDir;
  Triple T(Triple::normalize(R.Target));
  if (T.getArch() == Triple::riscv64)
    return Paths.LibDir + "/udpc/riscv64-linux-gnu";
  return Paths.LibDir;
}

static void addLinkFlags(const Request &R, const DriverPaths &Paths,
                         std::vector<std::string> &Args) {
  // Not as an input file: after `-x c` clang would compile it.
  Args.push_back("-Xlinker");
  Args.push_back(runtimeDir(R, Paths) + "/libudpc_rt.a");
  // Libraries refer to the runtime weakly, which alone pulls nothing in; and
  // they find it in the executable only if it is exported.
  Args.push_back("-Wl,-u,__udpc_runtime");
  Args.push_back("-Wl,--export-dynamic-symbol=__udpc_*");
}

Expected<CommandPlan> udpc::planCommand(ArrayRef<std::string> Args,
                                        StringRef SpecFromEnv,
                                        const DriverPaths &Paths) {
  Request R;
  Expected<std::vector<std::string>> Rest = readArgs(Args, R);
  if (!Rest)
    return Rest.takeError();
  CommandPlan Plan;
  Plan.Args = std::move(*Rest);
  Plan.PrintHelp = R.PrintHelp;

  std::string Spec = R.Spec.empty() ? SpecFromEnv.str() : R.Spec;
  if (R.Disabled)
    Spec.clear();
  if (!Spec.empty() && !sys::fs::exists(Spec))
    return createStringError(Spec + ": no such spec" +
                             (R.Spec.empty() ? " (named by UDPC_SPEC)" : ""));
  bool Counts = !Spec.empty() && !R.IsProbe;

  std::vector<std::string> Ours;
  if (Counts && R.HasSource &&
      (R.Last == Request::Compile || R.Last == Request::Link))
    addCompileFlags(R, Spec, Paths, Ours);
  bool Links = R.Last == Request::Link && R.HasInput && !R.Shared &&
               !R.Relocatable;
  if (Links && (R.WantsRuntime || (Counts && !R.Bare))) {
    addLinkFlags(R, Paths, Ours);
    if (Counts)
      Plan.LinkedProgram = R.Output.empty() ? "a.out" : R.Output;
  }
  if (!Ours.empty()) {
    Plan.Args.push_back("--start-no-unused-arguments");
    append_range(Plan.Args, Ours);
    Plan.Args.push_back("--end-no-unused-arguments");
  }
  if (Counts)
    Plan.Spec = Spec;
  if (Counts && R.Last == Request::Preprocess && R.HasSource &&
      !R.NoLinemarkers && !R.DumpsMacros) {
    Plan.AppendSpecToOutput = true;
    Plan.PreprocessorOutput = R.Output == "-" ? "" : R.Output;
  }
  return Plan;
}
