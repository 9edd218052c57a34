//===- Export.cpp - udpc export -------------------------------------------===//

#include "tools/udpc/Export.h"
#include "profdata/ShownText.h"
#include "tools/udpc/ExportFormats.h"
#include "tools/udpc/ProfileChoice.h"
#include "tools/udpc/output/Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static cl::OptionCategory Category("udpc export options");

cl::SubCommand udpc::ExportCommand("export",
                                   "Write what it cost for other tools: the "
                                   "newest udpc.*.cache, or those given");

static cl::list<std::string> Inputs(cl::Positional, cl::desc("[profile...]"),
                                    cl::cat(Category), cl::sub(ExportCommand));
static cl::opt<std::string> FormatName("format", cl::desc(exportFormatHelp()),
                                       cl::value_desc(exportFormatChoice()),
                                       cl::cat(Category),
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
    Module("module", cl::desc("Only these executables and libraries: libz.so*"),
           cl::value_desc("glob"), cl::cat(Category), cl::sub(ExportCommand));
static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), cl::cat(Category), cl::sub(ExportCommand));

void udpc::hideUnrelatedToExport() {
  cl::HideUnrelatedOptions(Category, ExportCommand);
}

/// The thread of \p Profile that --thread selects.
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
  // Sorted, with ranges as "4 to 300".
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
  const ExportFormat *Format = findExportFormat(FormatName);
  if (!Format)
    return createStringError("--format: there is no format '" + FormatName +
                             "'; there are: " + exportFormatNames());
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
  auto *Profile = Sum->get<CacheProfile>();
  if (!Profile)
    for (const auto &[Given, Name] :
         {std::make_pair(bool(Inlined), "--inlined"),
          std::make_pair(bool(NoDemangle), "--no-demangle"),
          std::make_pair(!ThreadNumber.empty(), "--thread"),
          std::make_pair(!Module.empty(), "--module")})
      if (Given)
        return createStringError(
            Twine(Name) + " needs cache profiles (udpc.*.cache); " +
            Files->front() +
            " is in Cachegrind's format, which does not record that");
  if (!Module.empty())
    if (Error E = Profile->keepModules(Module))
      return createStringError("--module: " + toString(std::move(E)));
  if (!ThreadNumber.empty()) {
    Expected<const CacheProfileThread *> Found = findThread(*Profile);
    if (!Found)
      return Found.takeError();
    O.Thread = *Found;
  }

  return printTo(Output, [&](raw_ostream &OS) {
    return Format->Write({*Sum, O}, OS);
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
