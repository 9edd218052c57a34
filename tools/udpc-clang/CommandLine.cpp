//===- CommandLine.cpp - Parses the driver's command line -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/DebugInfoFlags.h"
#include "tools/udpc-clang/DriverFlags.h"
#include "tools/udpc-clang/link/LinkerArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

/// Returns whether the value of the option \p Arg is the next argument.
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
      .Cases({".c",    ".cc",   ".cp",   ".cpp", ".cxx", ".c++", ".C",
              ".CC",   ".CPP",  ".CXX",  ".C++", ".i",   ".ii",  ".ll",
              ".bc",   ".m",    ".M",    ".mm",  ".mi",  ".mii", ".ccm",
              ".cppm", ".cxxm", ".c++m", ".iim", ".pcm"}, // A module that was
                                                          // precompiled.
             true)
      .Default(false);
}

static bool isHeaderFile(StringRef Name) {
  return StringSwitch<bool>(sys::path::extension(Name))
      .Cases({".h", ".H", ".hh", ".hp", ".hpp", ".hxx", ".h++", ".tcc"}, true)
      .Default(false);
}

static bool isAssemblerFile(StringRef Name) {
  return is_contained({".s", ".S", ".asm"}, sys::path::extension(Name));
}

bool udpc::isProbe(StringRef Name) {
  StringRef File = sys::path::filename(Name);
  // Autoconf: conftest.c; autosetup: conftest__.c; SCons: conftest_0.c.
  if (StringRef Rest = File; Rest.consume_front("conftest"))
    if (Rest.empty() || !isAlpha(Rest.front()))
      return true;
  // zlib: ztest and the process's number.
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
  return flagOf(&Request::Profile).takes(Word);
}

static void readInput(StringRef Arg, StringRef Language, Request &R) {
  R.HasInput = true;
  R.Inputs.push_back(Arg.str());
  bool HasLanguage = !Language.empty() && Language != "none";
  bool IsAssembler =
      HasLanguage ? Language.starts_with("assembler") : isAssemblerFile(Arg);
  bool IsHeader = HasLanguage ? Language.contains("header") : isHeaderFile(Arg);
  bool IsSource = HasLanguage ? !IsAssembler && !IsHeader : isSourceFile(Arg);
  R.HasSource |= IsSource;
  R.HasHeader |= IsHeader;
  if (IsAssembler)
    R.AssemblerSources.push_back(Arg.str());
  // IR may already have been compiled with a spec.
  StringRef Extension = sys::path::extension(Arg);
  bool IsIR = Extension == ".bc" || Extension == ".ll";
  if (!IsSource || IsIR)
    R.ToLink.Files.push_back(Arg.str());
  if (IsHeader || (IsSource && !IsIR && Language != "ir"))
    R.Sources.push_back(Arg.str());
  R.IsProbe |= isProbe(Arg);
}

static Error needsName(StringRef Spelling, StringRef Value) {
  StringRef What = Value.drop_front().drop_back();
  std::string Name = What == "options" ? "options, name=value"
                                       : ("the name of a " + What).str();
  return createStringError("'" + Spelling + "' needs " +
                           (What == "name" ? "a name, or none" : Name));
}

/// Records that a flag selects what to count or to prefetch, so that the
/// environment is ignored.
static void decide(Request &R) {
  R.FlagsDecide = true;
  R.Disabled = false;
}

/// Records the value of \p Flag in \p Arg.
static Error readValue(const DriverFlag &Flag, StringRef Arg, Request &R) {
  StringRef Value = Arg.drop_front(Flag.Spelling.size());
  if (!Flag.Words.empty() && !Flag.takes(Value)) {
    StringRef What = Flag.Spelling.drop_back();
    What.consume_front("-fudpc-");
    return createStringError("unknown " + What + " in '" + Arg +
                             "'; expected " + Flag.Words);
  }
  if (Value.empty())
    return needsName(Flag.Spelling, Flag.Value);
  R.*Flag.Field = Value.str();
  if (Flag.Field == &Request::Event)
    R.Events.push_back(R.Event);
  if (Flag.Field == &Request::Profile)
    R.NoProfile = false;
  if (is_contained(
          {&Request::Spec, &Request::Event, &Request::Hints, &Request::Profile},
          Flag.Field))
    decide(R);
  return Error::success();
}

static void applySwitch(DriverSwitch Switch, Request &R) {
  switch (Switch) {
  case DriverSwitch::None:
    return;
  case DriverSwitch::Discriminate:
  case DriverSwitch::DiscriminateInDebugInfo:
  case DriverSwitch::NoDiscriminate:
    R.Discriminate = Switch != DriverSwitch::NoDiscriminate;
    R.KeysInDebugInfo = Switch == DriverSwitch::DiscriminateInDebugInfo;
    return;
  case DriverSwitch::NoProfile:
    R.Profile.clear();
    R.NoProfile = true;
    return;
  case DriverSwitch::NoUdpc:
    for (auto Field : {&Request::Spec, &Request::Hints, &Request::Profile,
                       &Request::RuntimeOptions})
      (R.*Field).clear();
    R.Events.clear();
    R.Discriminate.reset();
    R.FlagsDecide = true;
    R.Disabled = true;
    return;
  case DriverSwitch::LinkRuntime:
  case DriverSwitch::NoRuntime:
    R.WantsRuntime = Switch == DriverSwitch::LinkRuntime;
    R.NoRuntime = !R.WantsRuntime;
    return;
  case DriverSwitch::Fibers:
    R.HasFibers = true;
    return;
  case DriverSwitch::Continuous:
    R.IsContinuous = true;
    return;
  case DriverSwitch::UnmatchedIsError:
  case DriverSwitch::UnmatchedIsWarning:
    R.UnmatchedIsError = Switch == DriverSwitch::UnmatchedIsError;
    return;
  case DriverSwitch::PrintHelp:
    R.PrintHelp = true;
    return;
  }
}

/// Records `-mllvm <option>` if the option is LLVM's name up to release 21 for
/// a flag of udpc. False for other options.
static Expected<bool> readOldOption(StringRef Option, Request &R) {
  auto [Name, Text] = Option.split('=');
  if (Name == "-prefetch-hints-file") {
    if (Text.empty())
      return needsName("-prefetch-hints-file=", "<file>");
    R.Hints = Text.str();
    decide(R);
    return true;
  }
  if (Name != "-x86-discriminate-memops" ||
      !is_contained({"", "0", "1", "false", "true"}, Text))
    return false;
  R.Discriminate = R.KeysInDebugInfo = Text != "0" && Text != "false";
  return true;
}

/// Records a flag of udpc. Returns the number of arguments that it uses; 0 for
/// flags of clang.
static Expected<unsigned> readOurs(StringRef Arg, StringRef Value, Request &R) {
  if (const DriverFlag *Flag = findDriverFlag(Arg)) {
    if (!Flag->Field)
      applySwitch(Flag->Switch, R);
    else if (Error E = readValue(*Flag, Arg, R))
      return E;
    return 1;
  }
  if (Arg.starts_with("-fudpc") || Arg.starts_with("-fno-udpc"))
    return createStringError("unknown argument '" + Arg + "'; did you mean '" +
                             nearestDriverFlag(Arg) + "'?");
  if (Arg == "-mllvm") {
    Expected<bool> IsOurs = readOldOption(Value, R);
    if (!IsOurs)
      return IsOurs.takeError();
    return *IsOurs ? 2 : 0;
  }
  StringRef Text = Arg;
  if (Text.consume_front("-fpass-plugin=") &&
      sys::path::filename(Text) == "libudpc.so")
    return 1;
  if (Text.consume_front("-fplugin=") &&
      sys::path::filename(Text) == "libudpc-clang.so") {
    R.WantsClangPlugin = true;
    return 1;
  }
  if (Arg == "-l" && Value == "udpc_rt") {
    applySwitch(DriverSwitch::LinkRuntime, R);
    return 2;
  }
  return 0;
}

/// Records a flag for clang's own profiles, or their debug info. Returns
/// whether it is one.
static bool readProfileFlag(StringRef Arg, Request &R) {
  StringRef Name = Arg.split('=').first;
  bool On = !Name.consume_front("-fno-");
  if (On && !Name.consume_front("-f"))
    return false;
  auto Is = [&](std::initializer_list<StringRef> Names) {
    return is_contained(Names, Name);
  };
  if (Is({"coverage-mapping"})) {
    R.HasOwnMapping = On;
  } else if (Is({"debug-info-for-profiling"})) {
    R.HasProfilingInfo = On;
    R.NoProfilingInfo = !On;
  } else if (Is({"profile-generate", "cs-profile-generate",
                 "profile-generate-cold-function-coverage"})) {
    R.HasInstrumentation = On;
    R.HasProfiling |= On;
  } else if (Is({"profile-instr-generate"})) {
    R.HasProfiling |= On;
  } else if (Is({"profile-use", "profile-instr-use"})) {
    R.ProfileUse = std::nullopt;
    if (On)
      R.ProfileUse = Arg.split('=').second.str();
  } else if (Is({"profile-sample-use", "auto-profile"})) {
    R.HasSampleUse = On;
  } else if (Is({"pseudo-probe-for-profiling"})) {
    R.HasProbes = On;
  } else if (Is({"memory-profile-use"})) {
    R.HasMemoryProfile = On;
  } else {
    return false;
  }
  return true;
}

/// Records the relevant facts of a clang argument.
static void readClangs(StringRef Arg, StringRef Value, std::string &Language,
                       Request &R) {
  StringRef Text = Arg;
  if (readProfileFlag(Arg, R))
    return;
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
    R.NoStartFiles |= Arg == "-nostdlib" || Arg == "-nostartfiles";
  } else if (Arg == "-fhosted") {
    R.Freestanding = false;
  } else if (Arg == "-femulated-tls" || Arg == "-fno-emulated-tls") {
    R.EmulatedTLS = Arg == "-femulated-tls";
  } else if (Arg == "-###") {
    R.DryRun = true;
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
  } else if (Arg == "-" || !Arg.starts_with("-")) {
    readInput(Arg, Language, R);
  } else {
    readLinkFlag(Arg, Value, R.ToLink);
  }
}

/// Records the relevant facts of \p Text, a flag of clang's driver, or the
/// option that -mllvm or -Xclang passes.
static void noteOption(StringRef Text, Request &R) {
  R.HasInlineDeferral |= Text.contains("-enable-npm-pgo-inline-deferral");
  R.HasCommentOption |= Text.contains("-emptyline-comment-coverage") ||
                        Text.contains("-system-headers-coverage");
  readDebugInfoFlag(Text, R);
}

Expected<Request> udpc::readCommandLine(ArrayRef<std::string> Args,
                                        ArrayRef<std::string> ConfigArgs) {
  Request R;
  std::string Language; ///< -x: of the inputs that follow.
  for (size_t I = 0; I != ConfigArgs.size(); ++I) {
    StringRef Arg = ConfigArgs[I];
    StringRef Value =
        I + 1 != ConfigArgs.size() ? StringRef(ConfigArgs[I + 1]) : "";
    readClangs(Arg, Value, Language, R);
    noteOption(takesValue(Arg) ? Value : Arg, R);
    I += takesValue(Arg);
  }
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
    noteOption(R.Rest.back(), R);
  }
  R.HasInput |= !R.ToLink.Libraries.empty();
  R.IsProbe |= isProbe(R.Output);
  // A header by itself is precompiled.
  if (R.HasHeader && !R.HasSource && R.Last == Request::Link)
    R.Last = Request::Compile;
  return R;
}
