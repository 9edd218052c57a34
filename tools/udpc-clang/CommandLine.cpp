//===- CommandLine.cpp - What the user asks of us and of clang ------------===//

#include "tools/udpc-clang/CommandLine.h"
#include "spec/EventSpec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

static constexpr StringRef OurFlags[] = {"-fudpc-spec=",
                                         "-fudpc-lowering=",
                                         "-fudpc-fidelity=",
                                         "-fudpc-target=",
                                         "-fudpc-prefetch-hints=",
                                         "-fudpc-discriminate-memops",
                                         "-fno-udpc-discriminate-memops",
                                         "-fudpc-profile=",
                                         "-fno-udpc-profile",
                                         "-fudpc-path-root=",
                                         "-fno-udpc"};

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

bool udpc::isProbe(StringRef Name) {
  StringRef File = sys::path::filename(Name);
  // Autoconf: conftest.c; autosetup: conftest__.c; SCons: conftest_0.c.
  if (StringRef Rest = File; Rest.consume_front("conftest"))
    if (Rest.empty() || !isAlpha(Rest.front()))
      return true;
  // zlib: ztest, the process's number.
  if (StringRef Rest = File; Rest.consume_front("ztest"))
    if (!Rest.empty() && isDigit(Rest.front()))
      return true;
  // CMake; Meson; nginx; Waf; ffmpeg; QEMU.
  return any_of(ArrayRef<StringRef>{"CMakeFiles/CMakeScratch",
                                    "CMakeFiles/CMakeTmp", "/CompilerIdC",
                                    "meson-private", "objs/autotest",
                                    "/.conf_check_", "/ffconf.", "/qemu-conf."},
                [&](StringRef Part) { return Name.contains(Part); });
}

bool udpc::isProfileWord(StringRef Word) {
  return Word == "counts" || Word == "cache";
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
  R.Inputs.push_back(Arg.str());
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

/// Notes a flag that has to do with prefetching, or the option of LLVM's that
/// was its name up to release 21. The return value is as of readOurs.
static Expected<unsigned> readPrefetchFlag(StringRef Arg, StringRef Value,
                                           Request &R) {
  unsigned Length = Arg == "-mllvm" ? 2 : 1;
  auto [Name, Text] = (Length == 2 ? Value : Arg).split('=');
  StringRef Wanted =
      Length == 2 ? "-prefetch-hints-file" : "-fudpc-prefetch-hints";
  if (Name == Wanted) {
    if (Text.empty())
      return createStringError("'" + Wanted + "=' needs the name of a file");
    R.Hints = Text.str();
    R.FlagsDecide = true;
    R.Disabled = false;
    return Length;
  }
  auto Chosen = Length == 1 ? StringSwitch<std::optional<bool>>(Arg)
                                  .Case("-fudpc-discriminate-memops", true)
                                  .Case("-fno-udpc-discriminate-memops", false)
                                  .Default(std::nullopt)
                            : StringSwitch<std::optional<bool>>(Value)
                                  .Cases({"-x86-discriminate-memops",
                                          "-x86-discriminate-memops=1",
                                          "-x86-discriminate-memops=true"},
                                         true)
                                  .Cases({"-x86-discriminate-memops=0",
                                          "-x86-discriminate-memops=false"},
                                         false)
                                  .Default(std::nullopt);
  if (!Chosen)
    return 0;
  R.Discriminate = Chosen;
  return Length;
}

/// Notes a flag of ours. How many arguments it takes up; 0 is a flag of
/// clang's.
static Expected<unsigned> readOurs(StringRef Arg, StringRef Value, Request &R) {
  StringRef Text = Arg;
  if (Text.consume_front("-fudpc-spec=")) {
    if (Text.empty())
      return createStringError("'-fudpc-spec=' needs the name of a file");
    R.Spec = Text.str();
    R.FlagsDecide = true;
    R.Disabled = false;
    return 1;
  }
  if (Expected<unsigned> Taken = readPrefetchFlag(Arg, Value, R);
      !Taken || *Taken)
    return Taken;
  if (Text.consume_front("-fudpc-profile=")) {
    if (!isProfileWord(Text))
      return createStringError("unknown profile in '" + Arg +
                               "'; expected counts or cache");
    R.Profile = Text.str();
    R.FlagsDecide = true;
    R.Disabled = R.NoProfile = false;
    return 1;
  }
  if (Text.consume_front("-fudpc-path-root=")) {
    if (Text.empty())
      return createStringError(
          "'-fudpc-path-root=' needs the name of a folder");
    R.PathRoot = Text.str();
    return 1;
  }
  if (Arg == "-fno-udpc-profile") {
    R.Profile.clear();
    R.NoProfile = true;
    return 1;
  }
  if (Text.consume_front("-fudpc-lowering=")) {
    if (!loweringOf(Text))
      return createStringError("unknown lowering in '" + Arg +
                               "'; expected auto, inline, call or "
                               "instruction");
    R.Lowering = Text.str();
    return 1;
  }
  if (Text.consume_front("-fudpc-fidelity=")) {
    if (!fidelityOf(Text))
      return createStringError("unknown fidelity in '" + Arg +
                               "'; expected exact or transparent");
    R.Fidelity = Text.str();
    return 1;
  }
  // The plugin knows the names.
  if (Text.consume_front("-fudpc-target=")) {
    if (Text.empty())
      return createStringError("'-fudpc-target=' needs a name, or none");
    R.UdpcTarget = Text.str();
    return 1;
  }
  if (Arg == "-fno-udpc") {
    R.Spec.clear();
    R.Hints.clear();
    R.Profile.clear();
    R.Discriminate.reset();
    R.FlagsDecide = true;
    R.Disabled = true;
    return 1;
  }
  if (Arg.starts_with("-fudpc") || Arg.starts_with("-fno-udpc"))
    return unknownFlag(Arg);
  if (Arg == "-Werror=udpc" || Arg == "-Wno-error=udpc") {
    R.UnmatchedIsError = Arg == "-Werror=udpc";
    return 1;
  }
  if (Arg == "--help-udpc") {
    R.PrintHelp = true;
    return 1;
  }
  if (Text.consume_front("-fpass-plugin=") &&
      sys::path::filename(Text) == "libudpc.so")
    return 1;
  if (Text.consume_front("-fplugin=") &&
      sys::path::filename(Text) == "libudpc-clang.so") {
    R.WantsClangPlugin = true;
    return 1;
  }
  if (Arg == "-ludpc_rt" || (Arg == "-l" && Value == "udpc_rt")) {
    R.WantsRuntime = true;
    return Arg == "-l" ? 2 : 1;
  }
  return 0;
}

/// Notes what matters to us in an argument of clang's.
static void readClangs(StringRef Arg, StringRef Value, std::string &Language,
                       Request &R) {
  StringRef Text = Arg;
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
    R.Freestanding |= Arg == "-ffreestanding";
  } else if (Arg == "-fhosted") {
    R.Freestanding = false;
  } else if (Arg == "-femulated-tls" || Arg == "-fno-emulated-tls") {
    R.EmulatedTLS = Arg == "-femulated-tls";
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
  } else if (Arg == "-fdebug-info-for-profiling" ||
             Arg == "-fno-debug-info-for-profiling") {
    R.NoProfilingInfo = Arg == "-fno-debug-info-for-profiling";
    R.HasProfilingInfo = !R.NoProfilingInfo;
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
  } else if (Arg == "-static" || Arg == "-static-pie") {
    R.Static = true;
  } else if (Arg.starts_with("-L")) {
    R.LibraryFolders.push_back((Arg == "-L" ? Value : Arg.drop_front(2)).str());
  } else if (Arg.starts_with("-l")) {
    R.HasInput = true;
    R.Libraries.push_back((Arg == "-l" ? Value : Arg.drop_front(2)).str());
  }
}

Expected<Request> udpc::readCommandLine(ArrayRef<std::string> Args) {
  Request R;
  std::string Language; ///< -x: of the inputs that follow.
  for (size_t I = 0; I != Args.size(); ++I) {
    StringRef Arg = Args[I];
    StringRef Value = I + 1 != Args.size() ? StringRef(Args[I + 1]) : "";
    if (Arg == "--") {
      R.AfterDashes.assign(Args.begin() + I, Args.end());
      for (StringRef Input : Args.drop_front(I + 1))
        readInput(Input, Language, R);
      break;
    }
    Expected<unsigned> Taken = readOurs(Arg, Value, R);
    if (!Taken)
      return Taken.takeError();
    if (*Taken) {
      I += *Taken - 1;
      continue;
    }
    readClangs(Arg, Value, Language, R);
    R.Rest.push_back(Arg.str());
    if (takesValue(Arg) && I + 1 != Args.size())
      R.Rest.push_back(Args[++I]);
  }
  R.IsProbe |= isProbe(R.Output);
  // A header by itself is precompiled.
  if (R.HasHeader && !R.HasSource && R.Last == Request::Link)
    R.Last = Request::Compile;
  return R;
}
