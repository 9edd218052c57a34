//===- RunCommand.cpp - udpc run ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventProfile.h"
#include "profdata/events/EventReport.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/process/Program.h"
#include "tools/udpc/process/RuntimeOptions.h"
#include "tools/udpc/process/SitePlanner.h"
#include "tools/udpc/profiles/ReadProfiles.h"
#include "tools/udpc/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

static Error run();

static Command RunCommand(Job::Events, "run",
                          "Run a program, then report its counts", run,
                          Command::WithoutName);

static cl::opt<std::string> Program(cl::Positional, cl::desc("<program>"),
                                    RunCommand);
static cl::list<std::string> Arguments(cl::ConsumeAfter,
                                       cl::desc("[argument...]"), RunCommand);
static cl::opt<std::string>
    Output("o", cl::desc("Write the report here instead of standard error"),
           cl::value_desc("file"), RunCommand);
static cl::opt<std::string>
    Kept("profile", cl::desc("Keep the profile, of all processes, here"),
         cl::value_desc("file"), RunCommand);
static cl::opt<std::string>
    Enable("enable",
           cl::desc("Turn on events that are counted by instructions"),
           cl::value_desc("globs"), RunCommand);
static cl::opt<std::string>
    SpecFile("spec",
             cl::desc("Count these sites in the program as it is (docs/"
                      "report.md)"),
             cl::value_desc("file"), RunCommand);
static cl::list<std::string>
    Events("e",
           cl::desc("Count this event in the program as it is: entry:malloc, "
                    "or lines=offset:libm.so.6+0x1234"),
           cl::value_desc("event"), RunCommand);
static cl::alias EventsAlias("event", cl::desc("Alias for -e"),
                             cl::aliasopt(Events));
static cl::list<std::string> Only(
    "only",
    cl::desc("With --spec or -e: only in modules whose name or path matches"),
    cl::value_desc("globs"), cl::CommaSeparated, RunCommand);
static cl::list<std::string>
    Also("also",
         cl::desc("With --spec: in these files too, which it loads or starts "
                  "later"),
         cl::value_desc("files"), cl::CommaSeparated, RunCommand);
static cl::opt<bool>
    Why("why", cl::desc("With --spec: one line a site that is not counted"),
        RunCommand);
static cl::opt<bool> Preload(
    "preload",
    cl::desc("Load the runtime first, so that it sees signals and _exit"),
    RunCommand);
static cl::opt<bool> Sites("sites", cl::desc("One line a site"), RunCommand);
static cl::opt<bool>
    Threads("threads", cl::desc("One line an event and thread"), RunCommand);
static cl::opt<bool>
    Modules("modules", cl::desc("One line an event and module"), RunCommand);

/// Whether the program's code gets sites that were not compiled into it.
static bool addsSites() { return !SpecFile.empty() || !Events.empty(); }

/// Returns UDPC_OPTIONS for the program: the user's options except for the
/// profile's place.
static Expected<std::string> runtimeOptions(StringRef Folder) {
  std::string Text = fileOption("output", Folder, "udpc.%p.prof");
  if (addsSites()) {
    Expected<std::string> Plans = quotedOption("plans", Folder);
    if (!Plans)
      return Plans.takeError();
    Text += ":" + *Plans;
  }
  if (Enable.empty() && !addsSites())
    return withUserOptions(Text);
  Expected<std::string> On =
      quotedOption("enable", Enable.empty() ? "*" : Enable.getValue());
  if (!On)
    return On.takeError();
  return withUserOptions(Text + ":" + *On);
}

/// Writes the plans of --spec to \p Folder.
static Error planSites(StringRef Folder) {
  SitePlanRequest Request;
  Request.SpecFile = SpecFile;
  Request.Events.assign(Events.begin(), Events.end());
  Request.Program = Program;
  Request.Also.assign(Also.begin(), Also.end());
  Request.Only.assign(Only.begin(), Only.end());
  Request.Folder = Folder.str();
  Request.NamesRefused = Why;
  Error E = PlanSites(Request);
  return E ? createStringError("run: " + toString(std::move(E))) : std::move(E);
}

/// Prepends the shared runtime of this installation to LD_PRELOAD.
static Error preloadRuntime() {
  SmallString<128> Path = sys::path::parent_path(sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&preloadRuntime)));
  sys::path::append(Path, "..", "lib", "udpc", "libudpc_rt.so");
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  if (!sys::fs::exists(Path))
    return createStringError("run: --preload: " + Path + " does not exist");
  // The dynamic linker splits the list at colons and spaces.
  if (Path.str().find_first_of(": ") != StringRef::npos)
    return createStringError("run: --preload: LD_PRELOAD takes no path with a "
                             "colon or space: " +
                             Path);
  if (std::optional<std::string> Set = sys::Process::GetEnv("LD_PRELOAD"))
    if (!Set->empty())
      Path += ":" + *Set;
  if (setenv("LD_PRELOAD", Path.c_str(), /*overwrite=*/1))
    return createStringError(Twine("run: ") + std::strerror(errno));
  return Error::success();
}

/// Returns the likely reason why there is no profile.
static std::string whyNoProfile() {
  ErrorOr<std::string> Path = sys::findProgramByName(Program);
  if (Path && isPrivilegedProgram(*Path))
    return "it runs with more rights than its user (set-user-ID, set-group-ID "
           "or file capabilities), and so writes none; run it as the user "
           "whose rights it needs, or a copy without them";
  if (addsSites())
    return "it ended without the runtime's knowledge, or it has replaced its "
           "environment for a program that counts";
  return "it has no code that was compiled with -fudpc-spec, or its events "
         "were off (--enable), or it ended without the runtime's knowledge" +
         std::string(Preload ? "" : " (--preload)");
}

/// Runs the program to its end. Returns its exit status by the convention of
/// shells.
static Expected<int> runProgram(const std::string &Options) {
  std::vector<std::string> Words = {Program};
  Words.insert(Words.end(), Arguments.begin(), Arguments.end());
  if (setenv("UDPC_OPTIONS", Options.c_str(), /*overwrite=*/1))
    return createStringError(std::strerror(errno));
  Expected<pid_t> Child = startProgram(std::move(Words));
  return Child ? exitStatusOf(*Child) : Child.takeError();
}

/// Returns the profiles in \p Folder, one for each process that counted.
static Expected<std::vector<std::string>> profilesIn(StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    if (sys::path::extension(It->path()) == ".prof")
      Files.push_back(It->path());
  if (EC)
    return createStringError("run: " + Folder + ": " + EC.message());
  llvm::sort(Files);
  return Files;
}

static Error report(StringRef Folder) {
  Expected<std::vector<std::string>> Files = profilesIn(Folder);
  if (!Files)
    return Files.takeError();
  if (Files->empty())
    return createStringError("run: " + Program +
                             " left no event profile: " + whyNoProfile());
  Expected<ProfileSum> Sum = readProfiles(*Files, ProfilePart::Events);
  if (!Sum)
    return Sum.takeError();
  const EventProfile &Profile = *Sum->get<EventProfile>();
  if (!Kept.empty())
    if (Error E = Profile.write(Kept))
      return E;
  ReportOptions Options;
  Options.Sites = Sites;
  Options.Threads = Threads;
  Options.Modules = Modules;
  auto Print = [&](raw_ostream &OS) -> Error {
    return printTable(OS, EventReport::compute(Profile), Options).takeError();
  };
  return Output.empty() ? Print(errs()) : printTo(Output, Print);
}

static Expected<int> runAndReport() {
  if (Program.empty())
    return createStringError("run: name the program to run");
  if (!Events.empty() && !SpecFile.empty())
    return createStringError("run: -e and --spec exclude each other: add the "
                             "event to " +
                             SpecFile);
  if (!addsSites() && (!Only.empty() || !Also.empty() || Why))
    return createStringError("run: --only, --also and --why are about the "
                             "sites of --spec and -e");
  if (addsSites() && !PlanSites)
    return continueIn(Component::Rewriting,
                      Events.empty() ? "run: --spec" : "run: -e");
  SmallString<128> Folder;
  if (std::error_code EC = sys::fs::createUniqueDirectory("udpc-run", Folder))
    return createStringError("run: " + Folder + ": " + EC.message());
  scope_exit Remove([&] { sys::fs::remove_directories(Folder); });
  Expected<std::string> Options = runtimeOptions(Folder);
  if (!Options)
    return createStringError("run: " + toString(Options.takeError()));
  if (addsSites())
    if (Error E = planSites(Folder))
      return std::move(E);
  if (Preload || addsSites())
    if (Error E = preloadRuntime())
      return std::move(E);
  Expected<int> Status = runProgram(*Options);
  if (!Status)
    return createStringError("run: " + toString(Status.takeError()));
  if (Error E = report(Folder)) {
    // A program that failed says itself why.
    RunCommand.printError(toString(std::move(E)));
    return *Status ? *Status : 1;
  }
  return *Status;
}

static Error run() {
  Expected<int> Status = runAndReport();
  if (!Status)
    return exitWith(127, Status.takeError());
  return exitWith(*Status);
}
