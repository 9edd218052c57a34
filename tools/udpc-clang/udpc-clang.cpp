//===- udpc-clang.cpp - The compiler driver -------------------------------===//
//
// Translates -fudpc-... into options of stock clang, adds the plugin and links
// the runtime. CommandPlan.cpp decides; this file executes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/support/ShownText.h"
#include "spec/EventText.h"
#include "tools/udpc-clang/CommandPlan.h"
#include "tools/udpc-clang/ConfigFiles.h"
#include "tools/udpc-clang/DriverFlags.h"
#include "tools/udpc-clang/link/LinkCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

static int fail(const Twine &Message) {
  WithColor::error(errs(), "udpc-clang") << shownMessage(Message) << '\n';
  return 1;
}

/// Returns the folder of the program with links resolved: udpc's files are
/// beside the real file, even if a link of the masquerade folder was called.
static std::string ownFolder(const char *Argv0) {
  std::string Self =
      sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&ownFolder));
  SmallString<128> Real;
  if (sys::fs::real_path(Self, Real))
    Real = Self;
  return sys::path::parent_path(Real).str();
}

/// Returns whether \p Clang, named by the user, can load the clang plugin: its
/// clang library must be the one that the plugin was linked with. A script is
/// assumed to run such a clang.
static bool canLoadClangPlugin(StringRef Clang) {
  auto Buffer = MemoryBuffer::getFile(Clang, false, false);
  return Buffer && (!(*Buffer)->getBuffer().starts_with("\x7f"
                                                        "ELF") ||
                    (*Buffer)->getBuffer().contains(UDPC_CLANG_LIBRARY));
}

static DriverContext findContext(const char *Argv0, bool IsCxx) {
  DriverContext Context;
  SmallString<128> LibDir(sys::path::parent_path(ownFolder(Argv0)));
  sys::path::append(LibDir, UDPC_LIBDIR);
  Context.LibDir = LibDir.str().str();
  Context.Plugin = Context.LibDir + "/libudpc.so";
  std::string ClangPlugin = Context.LibDir + "/libudpc-clang.so";
  if (sys::fs::exists(ClangPlugin))
    Context.ClangPlugin = ClangPlugin;
  if (std::optional<std::string> Clang = sys::Process::GetEnv("UDPC_CLANG")) {
    Context.Clang = *Clang;
    if (!canLoadClangPlugin(*Clang))
      Context.ClangPlugin = "";
  } else {
    Context.Clang =
        std::string(UDPC_LLVM_BIN) + (IsCxx ? "/clang++" : "/clang");
  }
  std::string IncludeDir = Context.LibDir + "/udpc/include";
  if (sys::fs::exists(IncludeDir))
    Context.IncludeDir = IncludeDir;
  SmallString<128> Cwd;
  if (!sys::fs::current_path(Cwd))
    Context.Cwd = Cwd.str().str();
  Context.SpecFromEnv = sys::Process::GetEnv("UDPC_SPEC").value_or("");
  Context.HintsFromEnv =
      sys::Process::GetEnv("UDPC_PREFETCH_HINTS").value_or("");
  Context.HintsAreTemporary =
      sys::Process::GetEnv("UDPC_TEMPORARY_HINTS").has_value();
  Context.ProfileFromEnv = sys::Process::GetEnv("UDPC_PROFILE").value_or("");
  // ccache sets this variable for the compilers that it runs.
  Context.UnderCcache = sys::Process::GetEnv("CCACHE_DISABLE").has_value();
  return Context;
}

/// Replaces this process by clang. Returns the exit code if that fails.
static int execute(std::string &Clang, std::vector<char *> Argv) {
  Argv.front() = Clang.data();
  execv(Clang.c_str(), Argv.data());
  return fail(Clang + ": " + std::strerror(errno) +
              "; install clang-22 or set UDPC_CLANG");
}

/// Runs clang and returns its exit code. If a signal killed clang, ends by the
/// same signal.
static int runAndWait(const std::string &Clang, std::vector<char *> &Argv) {
  pid_t Child;
  if (int Code = posix_spawn(&Child, Clang.c_str(), nullptr, nullptr,
                             Argv.data(), environ))
    return fail(Clang + ": " + std::strerror(Code));
  int Status;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return fail("waiting for clang: " + Twine(std::strerror(errno)));
  if (WIFSIGNALED(Status)) {
    sys::RunInterruptHandlers();
    signal(WTERMSIG(Status), SIG_DFL);
    raise(WTERMSIG(Status));
  }
  return WEXITSTATUS(Status);
}

static uint64_t hashOf(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File, false, false);
  return Buffer ? xxh3_64bits((*Buffer)->getBuffer()) : 0;
}

/// Appends line markers for the inputs to the output of -E. ccache hashes that
/// output and reads the names of included files from it.
static int appendInputs(const CommandPlan &Plan, const DriverContext &Context) {
  std::string Text;
  raw_string_ostream OS(Text);
  std::string Hashes;
  auto Append = [&](StringRef What, StringRef File) {
    if (File.empty())
      return;
    SmallString<128> Path(File);
    (void)sys::fs::make_absolute(Path);
    OS << "# 1 \"" << Path << "\" 1\n";
    raw_string_ostream(Hashes)
        << ' ' << What << ' ' << format_hex_no_prefix(hashOf(Path), 16);
  };
  if (Plan.AppendInputsToOutput) {
    // ccache sees the flags that give a spec's text.
    if (!isSpecText(Plan.Spec))
      Append("spec", Plan.Spec);
    Append("hints", Plan.Hints);
    Append("plugin", Context.Plugin);
    if (Plan.LoadsClangPlugin)
      Append("clang plugin", Context.ClangPlugin);
    if (!Plan.Profile.empty())
      Hashes += " profile " + Plan.Profile;
    // A line marker rather than a comment, because programs that use -E as a
    // macro processor skip only markers. Names in <> do not refer to files.
    OS << "# 1 \"<udpc" << Hashes << ">\" 1\n";
  }
  // This is not a regular file: see inputsMayChange.
  if (Plan.DisableDirectMode)
    OS << "# 1 \"/dev/null\" 1\n";
  if (Plan.PreprocessorOutput.empty()) {
    outs() << Text;
    return 0;
  }
  std::error_code EC;
  raw_fd_ostream File(Plan.PreprocessorOutput, EC, sys::fs::OF_Append);
  if (EC)
    return fail(Plan.PreprocessorOutput + ": " + EC.message());
  File << Text;
  return 0;
}

/// Checks the linked program. Returns the exit status.
static int checkLinked(const CommandPlan &Plan) {
  std::optional<LinkedProgram> Program =
      LinkedProgram::open(Plan.LinkedProgram, Plan.Linked);
  if (!Program)
    return 0;
  if (!Plan.Profile.empty() && Program->lacksCostProfile())
    WithColor::warning(errs())
        << Plan.LinkedProgram
        << " has no cost profile: none of its objects was compiled with "
           "-fudpc-profile\n";
  std::vector<std::string> Messages = Program->unmatchedEntries();
  RegionMessages Regions = Program->checkRegions();
  append_range(Messages, Regions.Unmatched);
  for (const std::string &Message : Regions.Inlined)
    WithColor::warning(errs()) << shownMessage(Message) << '\n';
  for (const std::string &Message : Messages)
    (Plan.UnmatchedIsError ? WithColor::error(errs())
                           : WithColor::warning(errs()))
        << shownMessage(Message) << '\n';
  if (!Plan.UnmatchedIsError || Messages.empty())
    return 0;
  // Remove the program as any failed link does, or make would consider it up to
  // date.
  if (sys::fs::is_regular_file(Plan.LinkedProgram))
    sys::fs::remove(Plan.LinkedProgram);
  return 1;
}

namespace {
/// A temporary file with an options object, removed on destruction.
class OptionsFile {
public:
  ~OptionsFile() {
    if (Path.empty())
      return;
    sys::fs::remove(Path);
    sys::DontRemoveFileOnSignal(Path);
  }
  /// Creates the file and names it in the arguments of \p Plan. Returns "" or
  /// an error message.
  std::string create(CommandPlan &Plan) {
    int FD;
    if (std::error_code EC =
            sys::fs::createTemporaryFile("udpc-options", "o", FD, Path))
      return "cannot create a temporary file: " + EC.message();
    sys::RemoveFileOnSignal(Path);
    raw_fd_ostream OS(FD, /*shouldClose=*/true);
    OS << Plan.OptionsObject;
    OS.close();
    if (std::error_code EC = OS.error()) {
      OS.clear_error();
      return (Path + ": " + EC.message()).str();
    }
    std::replace(Plan.Args.begin(), Plan.Args.end(),
                 CommandPlan::OptionsObjectName.str(), Path.str().str());
    return "";
  }

private:
  SmallString<128> Path;
};
} // namespace

int main(int argc, char **argv) {
  StringRef Name = sys::path::filename(argv[0]);
  bool IsCxx = Name.contains("++");

  BumpPtrAllocator Alloc;
  StringSaver Saver(Alloc);
  SmallVector<const char *, 64> Expanded(argv + 1, argv + argc);
  cl::ExpandResponseFiles(Saver, cl::TokenizeGNUCommandLine, Expanded);
  std::vector<std::string> Args(Expanded.begin(), Expanded.end());

  DriverContext Context = findContext(argv[0], IsCxx);
  // -cc1 and -cc1as are not the driver's command lines.
  if (!Args.empty() && StringRef(Args.front()).starts_with("-cc1"))
    return execute(Context.Clang, std::vector<char *>(argv, argv + argc + 1));
  Expected<std::vector<std::string>> Config =
      readConfigFiles(Context.Clang, Args);
  if (!Config)
    return fail(toString(Config.takeError()));
  Context.ConfigArgs = std::move(*Config);
  Expected<CommandPlan> Plan = planCommand(Args, Context);
  if (!Plan)
    return fail(toString(Plan.takeError()));
  if (Plan->PrintHelp) {
    printDriverHelp(outs());
    return 0;
  }

  if (!Plan->Warning.empty())
    WithColor::warning(errs(), "udpc-clang")
        << shownMessage(Plan->Warning) << '\n';
  if (!Plan->Note.empty())
    WithColor::note(errs(), "udpc-clang") << shownMessage(Plan->Note) << '\n';

  OptionsFile Options;
  if (!Plan->OptionsObject.empty())
    if (std::string Wrong = Options.create(*Plan); !Wrong.empty())
      return fail(Wrong);
  std::vector<std::string> Command = {Context.Clang};
  // UDPC_CLANG names one program for both clang and clang++.
  if (IsCxx && !sys::path::filename(Context.Clang).contains("++"))
    Command.push_back("--driver-mode=g++");
  append_range(Command, Plan->Args);
  // Response files without udpc's flags are passed on unchanged.
  if (Plan->Args == Args) {
    Command.resize(Command.size() - Args.size());
    Command.insert(Command.end(), argv + 1, argv + argc);
  }
  std::vector<char *> Argv;
  for (std::string &Arg : Command)
    Argv.push_back(Arg.data());
  Argv.push_back(nullptr);

  if (!Plan->hasWorkAfter())
    return execute(Context.Clang, std::move(Argv));
  if (int Code = runAndWait(Context.Clang, Argv))
    return Code;
  if (Plan->AppendHelp) {
    outs() << '\n';
    printDriverHelp(outs());
  }
  if (Plan->AppendInputsToOutput || Plan->DisableDirectMode)
    return appendInputs(*Plan, Context);
  if (Plan->LinkedProgram.empty())
    return 0;
  return checkLinked(*Plan);
}
