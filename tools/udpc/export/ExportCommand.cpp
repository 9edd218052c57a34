//===- ExportCommand.cpp - udpc export ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/ProfileRegions.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/export/ExportFormats.h"
#include "tools/udpc/options/FilterOptions.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/profiles/ProfileChoice.h"
#include "tools/udpc/profiles/ReadProfiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error run();

static Command ExportCommand(Job::AnyProfile, "export",
                             "Write profiles for other tools: the newest "
                             "udpc.*.cache, or those given",
                             run);
static FilterOptions Filters(ExportCommand);

static cl::list<std::string> Inputs(cl::Positional, cl::desc("[profile...]"),
                                    ExportCommand);
static cl::opt<std::string> FormatName("format", cl::desc(exportFormatHelp()),
                                       cl::value_desc(exportFormatChoice()),
                                       ExportCommand);
static cl::opt<bool>
    Inlined("inlined",
            cl::desc("Name functions that were inlined, not those around them"),
            ExportCommand);
static cl::opt<bool>
    NoDemangle("no-demangle",
               cl::desc("C++ functions as the symbol table has them"),
               ExportCommand);
static cl::opt<std::string> ThreadNumber(
    "thread",
    cl::desc("Only this thread's costs; 0: the main one, -1: not kept apart"),
    cl::value_desc("N"), ExportCommand);
static cl::opt<std::string>
    Region("region",
           cl::desc("Only what this region and those within it have cost"),
           cl::value_desc("name"), ExportCommand);
static cl::opt<bool>
    Lines("lines",
          cl::desc("folded, speedscope: also the line, as innermost frame"),
          ExportCommand);
static cl::opt<std::string>
    Host("host", cl::desc("rows: the machine's name, instead of this one's"),
         cl::value_desc("name"), ExportCommand);
static cl::opt<uint64_t> Time(
    "time",
    cl::desc("rows: seconds since 1970, instead of the newest file's time"),
    cl::value_desc("seconds"), ExportCommand);
static cl::opt<bool> Threads("threads", cl::desc("rows: those of each thread"),
                             ExportCommand);
static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), ExportCommand);

/// Returns the thread of \p Profile that --thread selects.
static Expected<const CacheProfileThread *>
findThread(const CacheProfile &Profile) {
  int64_t Number;
  if (StringRef(ThreadNumber).getAsInteger(10, Number) || Number < -1)
    return createStringError("--thread: '" + ThreadNumber +
                             "' is not a thread's number");
  uint64_t Index = Number < 0 ? abi::OtherThreads : uint64_t(Number);
  for (const CacheProfileThread &T : Profile.Threads)
    if (T.Index == Index)
      return &T;
  // Sorted, with ranges such as "4 to 300".
  std::string Known;
  ArrayRef<CacheProfileThread> Threads = Profile.Threads;
  for (size_t I = 0; I != Threads.size(); ++I) {
    Known += Known.empty() ? "" : ", ";
    uint64_t First = Threads[I].Index;
    Known += First == abi::OtherThreads ? "-1" : std::to_string(First);
    size_t Last = I;
    while (Last + 1 != Threads.size() &&
           Threads[Last + 1].Index == First + (Last + 1 - I))
      ++Last;
    if (Last - I < 2)
      continue;
    Known += " to " + std::to_string(Threads[Last].Index);
    I = Last;
  }
  return createStringError("--thread: there is no thread " + ThreadNumber +
                           "; there are: " + Known);
}

static ProfileSearch searchFor(ExportSource Source) {
  switch (Source) {
  case ExportSource::Costs:
    return ProfileSearch::Caches;
  case ExportSource::Events:
    return ProfileSearch::Events;
  case ExportSource::Either:
  case ExportSource::Logs: // Need to be named.
    return ProfileSearch::Either;
  }
  llvm_unreachable("not a source");
}

/// Fails if \p Format cannot be written from \p Sum, whose first file is \p
/// File.
static Error checkSource(const ExportFormat &Format, const ProfileSum &Sum,
                         StringRef File) {
  bool HasEvents = Sum.get<EventProfile>();
  if (HasEvents && Format.Source == ExportSource::Costs)
    return createStringError(
        File +
        ": an event profile, which has no costs; `udpc report --json` "
        "and `--csv` write it for other tools, and `udpc export` as " +
        exportFormatNames(ExportSource::Events));
  if (!HasEvents && Format.Source == ExportSource::Events)
    return createStringError(File +
                             ": no event profile (udpc.*.prof), which "
                             "--format=" +
                             Format.Name + " needs");
  return Error::success();
}

/// Fails if a given option needs another kind of profile.
static Error checkOptions(const ExportFormat &Format, const ProfileSum &Sum,
                          StringRef File) {
  const EventGlobs Globs = Filters.globs();
  struct Use {
    bool IsGiven;
    StringRef Name;
    bool IsForEvents, IsForCaches, IsForText;
  };
  bool HasStacks = Format.Source == ExportSource::Either;
  const bool HasRows = Format.hasRows();
  const Use Uses[] = {
      {Inlined, "--inlined", false, true, false},
      {NoDemangle, "--no-demangle", false, true, false},
      {!ThreadNumber.empty(), "--thread", false, true, false},
      {!Region.empty(), "--region", false, true, false},
      {!Globs.Module.empty(), "--module", true, true, false},
      {!Globs.Function.empty(), "--function", true, false, false},
      {!Globs.File.empty(), "--file", true, false, false},
      {!Globs.Event.empty(), "--event", true, HasStacks, HasStacks},
  };
  bool HasEvents = Sum.get<EventProfile>(), HasCaches = Sum.get<CacheProfile>();
  for (const Use &U : Uses)
    if (U.IsGiven && !(HasEvents   ? U.IsForEvents
                       : HasCaches ? U.IsForCaches
                                   : U.IsForText))
      return createStringError(
          U.Name +
          (U.IsForCaches ? " needs cache profiles (udpc.*.cache); "
                         : " needs event profiles (udpc.*.prof); ") +
          File +
          (HasEvents   ? " is an event profile"
           : HasCaches ? " is a cache profile"
                       : " is in a format of Valgrind, which does not record "
                         "that"));
  for (const auto &[IsGiven, Name] :
       {std::make_pair(bool(Inlined), "--inlined"),
        std::make_pair(bool(NoDemangle), "--no-demangle"),
        std::make_pair(!ThreadNumber.empty(), "--thread"),
        std::make_pair(HasEvents && !Globs.Module.empty(), "--module"),
        std::make_pair(!Globs.Function.empty(), "--function"),
        std::make_pair(!Globs.File.empty(), "--file")})
    if (HasRows && IsGiven)
      return createStringError(Twine(Name) +
                               " is not for --format=" + Format.Name);
  for (const auto &[IsGiven, Name] :
       {std::make_pair(Host.getNumOccurrences() != 0, "--host"),
        std::make_pair(Time.getNumOccurrences() != 0, "--time"),
        std::make_pair(bool(Threads), "--threads")})
    if (!HasRows && IsGiven)
      return createStringError(Twine(Name) + " is for --format=rows");
  if (HasStacks && Inlined)
    return createStringError("--inlined is not for --format=" + Format.Name +
                             ", whose stacks have inlined functions");
  if (Lines && Format.Name != "folded" && Format.Name != "speedscope")
    return createStringError("--lines is for --format=folded and speedscope");
  return Error::success();
}

static Error exportLog(const ExportFormat &Format, ArrayRef<std::string> Files,
                       const EventFilter &Filter) {
  if (Format.Source != ExportSource::Either &&
      Format.Source != ExportSource::Logs)
    return createStringError(Files.front() +
                             ": a log, which can be written as folded, "
                             "speedscope, pprof, perfetto");
  const EventGlobs Globs = Filters.globs();
  for (const auto &[IsGiven, Name] :
       {std::make_pair(bool(Inlined), "--inlined"),
        std::make_pair(!Globs.Module.empty(), "--module"),
        std::make_pair(!Globs.Function.empty(), "--function"),
        std::make_pair(!Globs.File.empty(), "--file")})
    if (IsGiven)
      return createStringError(Twine(Name) + " needs profiles; " +
                               Files.front() + " is a log");
  std::optional<uint32_t> Thread;
  if (!ThreadNumber.empty()) {
    int64_t Number;
    if (StringRef(ThreadNumber).getAsInteger(10, Number) || Number < -1 ||
        Number >= log::OtherThreads)
      return createStringError("--thread: '" + ThreadNumber +
                               "' is not a thread's number");
    Thread = Number < 0 ? log::OtherThreads : uint32_t(Number);
  }
  Expected<Log> Samples = Log::read(Files);
  if (!Samples)
    return Samples.takeError();
  CostOptions O;
  O.Demangle = !NoDemangle;
  return printTo(Output, [&](raw_ostream &OS) {
    return Format.Write({ProfileSum(), &*Samples, O, Filter, Lines, Thread},
                        OS);
  });
}

static Error run() {
  const ExportFormat *Format = findExportFormat(FormatName);
  if (!Format)
    return createStringError("--format: there is no format '" + FormatName +
                             "'; there are: " + exportFormatNames());
  if (Format->hasRows() && !WriteRows)
    return continueIn(Component::Fleet, "--format=" + Format->Name);
  Expected<EventFilter> Filter = Filters.filter();
  if (!Filter)
    return Filter.takeError();
  bool NeedsLog = Format->Source == ExportSource::Logs;
  if (NeedsLog && Inputs.empty())
    return createStringError("--format=" + Format->Name +
                             ": name the files of a log (udpc.*.log)");
  Expected<std::vector<std::string>> Files =
      chooseProfiles(Inputs, searchFor(Format->Source));
  if (!Files)
    return Files.takeError();
  bool IsLog = kindOfFile(Files->front()) == ProfileKind::Log;
  if (IsLog && Format->hasRows())
    return createStringError(Files->front() + ": a log, which --format=" +
                             Format->Name + " is not for");
  if (IsLog)
    return exportLog(*Format, *Files, *Filter);
  if (NeedsLog)
    return createStringError(Files->front() +
                             ": no log (udpc.*.log), which "
                             "--format=" +
                             Format->Name + " needs");
  Expected<ProfileSum> Sum = readProfiles(*Files);
  if (!Sum)
    return Sum.takeError();
  if (Error E = checkSource(*Format, *Sum, Files->front()))
    return E;
  if (Error E = checkOptions(*Format, *Sum, Files->front()))
    return E;

  CostOptions O;
  O.Demangle = !NoDemangle;
  O.Inlined = Inlined;
  if (auto *Profile = Sum->get<CacheProfile>()) {
    if (std::string Glob = Filters.globs().Module; !Glob.empty())
      if (Error E = Profile->keepModules(Glob))
        return createStringError("--module: " + toString(std::move(E)));
    if (!Region.empty())
      if (Error E = keepRegion(*Profile, Region))
        return createStringError("--region: " + toString(std::move(E)));
    if (!ThreadNumber.empty()) {
      Expected<const CacheProfileThread *> Found = findThread(*Profile);
      if (!Found)
        return Found.takeError();
      O.Thread = *Found;
    }
  }

  return printTo(Output, [&](raw_ostream &OS) {
    ExportInput Input = {*Sum, nullptr, O, *Filter, Lines, {}};
    if (!Format->hasRows())
      return Format->Write(Input, OS);
    Input.Rows.Files = *Files;
    if (Host.getNumOccurrences())
      Input.Rows.Host = Host;
    if (Time.getNumOccurrences())
      Input.Rows.Time = Time;
    Input.Rows.Threads = Threads;
    return WriteRows(Format->Name, Input, OS);
  });
}
