//===- Export.cpp - udpc export -------------------------------------------===//

#include "tools/udpc/Export.h"
#include "profdata/ShownText.h"
#include "profdata/cache/CallgrindFile.h"
#include "tools/udpc/ProfileChoice.h"
#include "tools/udpc/ProfileSum.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

enum class ExportFormat { Cachegrind, Callgrind, Json, Csv };

} // namespace

static cl::OptionCategory Category("udpc export options");

cl::SubCommand udpc::ExportCommand("export",
                                   "Write what it cost for other tools: the "
                                   "newest udpc.*.cache, or those given");

static cl::list<std::string> Inputs(cl::Positional, cl::desc("[profile...]"),
                                    cl::cat(Category), cl::sub(ExportCommand));
static cl::opt<std::string>
    FormatName("format",
               cl::desc("cachegrind (default), callgrind (for KCachegrind), "
                        "json or csv"),
               cl::value_desc("format"), cl::cat(Category),
               cl::sub(ExportCommand));
static cl::opt<bool>
    Inlined("inlined",
            cl::desc("Name functions that were inlined, not those around them"),
            cl::cat(Category), cl::sub(ExportCommand));
static cl::opt<bool>
    NoDemangle("no-demangle",
               cl::desc("C++ functions as the symbol table has them"),
               cl::cat(Category), cl::sub(ExportCommand));
static cl::opt<std::string>
    ThreadNumber("thread",
                 cl::desc("Only what this thread has cost, the main thread is "
                          "0; -1: those that were not kept apart"),
                 cl::value_desc("N"), cl::cat(Category),
                 cl::sub(ExportCommand));
static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), cl::cat(Category), cl::sub(ExportCommand));

void udpc::hideUnrelatedToExport() {
  cl::HideUnrelatedOptions(Category, ExportCommand);
}

static void printCsv(raw_ostream &OS, const CachegrindFile &Costs) {
  OS << "file,line,function";
  for (const std::string &E : Costs.Events)
    OS << ',' << csvField(E);
  OS << '\n';
  for (const auto &[File, Functions] : Costs.Files)
    for (const auto &[Function, Lines] : Functions)
      for (const auto &[Line, Counts] : Lines) {
        OS << csvField(File) << ',' << Line << ',' << csvField(Function);
        for (uint64_t C : Counts)
          OS << ',' << C;
        OS << '\n';
      }
}

static void printJson(raw_ostream &OS, const CachegrindFile &Costs) {
  json::OStream J(OS, 1);
  // Names may be in any encoding; JSON is UTF-8.
  auto Text = [](StringRef S) { return json::fixUTF8(S); };
  auto Row = [&](const CachegrindFile::Counts &Counts) {
    for (uint64_t C : Counts)
      J.value(C);
  };
  J.object([&] {
    J.attribute("version", 1);
    J.attribute("command", Text(Costs.Command));
    J.attributeArray("descriptions", [&] {
      for (const std::string &D : Costs.Descriptions)
        J.value(Text(D));
    });
    J.attributeArray("events", [&] {
      for (const std::string &E : Costs.Events)
        J.value(Text(E));
    });
    J.attributeArray("summary", [&] { Row(Costs.Summary); });
    J.attributeArray("rows", [&] {
      for (const auto &[File, Functions] : Costs.Files)
        for (const auto &[Function, Lines] : Functions)
          for (const auto &Line : Lines)
            J.object([&, &File = File, &Function = Function] {
              J.attribute("file", Text(File));
              J.attribute("line", Line.first);
              J.attribute("function", Text(Function));
              J.attributeArray("counts", [&] { Row(Line.second); });
            });
    });
  });
  OS << '\n';
}

static std::optional<ExportFormat> parseFormat(StringRef Name) {
  return StringSwitch<std::optional<ExportFormat>>(Name)
      .Cases({"", "cachegrind"}, ExportFormat::Cachegrind)
      .Case("callgrind", ExportFormat::Callgrind)
      .Case("json", ExportFormat::Json)
      .Case("csv", ExportFormat::Csv)
      .Default(std::nullopt);
}

/// What --thread says, in \p Profile.
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
  // By number; runs of them as "4 to 300".
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

static Error run() {
  std::optional<ExportFormat> Format = parseFormat(FormatName);
  if (!Format)
    return createStringError("--format: there is no format '" + FormatName +
                             "'; there are: cachegrind, callgrind, json, csv");
  Expected<std::vector<std::string>> Files =
      chooseProfiles(Inputs, ProfileSearch::Caches);
  if (!Files)
    return Files.takeError();
  Expected<ProfileSum> Sum = ProfileSum::of(*Files);
  if (!Sum)
    return Sum.takeError();
  if (Sum->get<EventProfile>())
    return createStringError(
        Files->front() + ": an event profile, which has no costs; `udpc report "
                         "--json` and `--csv` write it for other tools");

  CachegrindFile::Options O;
  O.Demangle = !NoDemangle;
  O.Inlined = Inlined;
  const auto *Profile = Sum->get<CacheProfile>();
  if (!Profile)
    for (const auto &[Given, Name] :
         {std::make_pair(bool(Inlined), "--inlined"),
          std::make_pair(bool(NoDemangle), "--no-demangle"),
          std::make_pair(!ThreadNumber.empty(), "--thread")})
      if (Given)
        return createStringError(
            Twine(Name) + " needs cache profiles (udpc.*.cache); " +
            Files->front() +
            " is in Cachegrind's format, which does not say that");
  if (!ThreadNumber.empty()) {
    Expected<const CacheProfileThread *> Found = findThread(*Profile);
    if (!Found)
      return Found.takeError();
    O.Thread = *Found;
  }

  return printTo(Output, [&](raw_ostream &OS) -> Error {
    if (*Format == ExportFormat::Callgrind) {
      const CallgrindFile Costs =
          Profile ? CallgrindFile::of(*Profile, O)
                  : CallgrindFile::of(*Sum->get<CachegrindFile>());
      if (Profile)
        if (Error E = Costs.head().checkSums())
          return E;
      Costs.print(OS);
      return Error::success();
    }
    const CachegrindFile Costs =
        Profile ? CachegrindFile::of(*Profile, O) : *Sum->get<CachegrindFile>();
    if (Profile)
      if (Error E = Costs.checkSums())
        return E;
    if (*Format == ExportFormat::Json)
      printJson(OS, Costs);
    else if (*Format == ExportFormat::Csv)
      printCsv(OS, Costs);
    else
      Costs.print(OS);
    return Error::success();
  });
}

int udpc::runExport() {
  Error E = run();
  if (!E)
    return 0;
  WithColor::error(errs(), "udpc")
      << "export: " << shownMessage(toString(std::move(E))) << '\n';
  return 1;
}
