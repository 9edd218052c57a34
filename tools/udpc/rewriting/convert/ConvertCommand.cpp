//===- ConvertCommand.cpp - udpc convert ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/LinkedFile.h"
#include "profdata/support/ShownText.h"
#include "profdata/support/WholeFile.h"
#include "profdata/tables/SiteTable.h"
#include "rewrite/elf/ElfConverter.h"
#include "rewrite/plan/ModulePlan.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

static Error convert();

static Command ConvertCommand(*findComponentCommand("convert"), convert);

static cl::opt<std::string>
    Input(cl::Positional, cl::desc("<program or library>"), ConvertCommand);
static cl::opt<std::string> SpecFile("spec",
                                     cl::desc("What to count (docs/spec.md)"),
                                     cl::value_desc("file"), ConvertCommand);
static cl::opt<std::string> Output("o", cl::desc("Write the copy here"),
                                   cl::value_desc("file"), ConvertCommand);
static cl::opt<bool> DryRun("dry-run",
                            cl::desc("Write nothing; say what would be done"),
                            ConvertCommand);
static cl::opt<bool>
    Verbose("verbose",
            cl::desc("One line a site: how it is counted, or why it is not"),
            ConvertCommand);
static cl::opt<std::string>
    Runtime("runtime",
            cl::desc("Load this shared runtime, instead of the one that the "
                     "dynamic linker finds by its name"),
            cl::value_desc("file"), ConvertCommand);
static cl::opt<bool>
    NoRuntime("no-runtime",
              cl::desc("Load no runtime: counts if LD_PRELOAD names one"),
              ConvertCommand);

static Error checkOptions() {
  if (Input.empty())
    return createStringError("name the program or library to convert");
  if (SpecFile.empty())
    return createStringError("say what to count with --spec <file>");
  if (Output.empty() == !DryRun)
    return createStringError(DryRun ? "--dry-run writes no file; leave -o out"
                                    : "give the output file with -o <file>");
  if (NoRuntime && !Runtime.empty())
    return createStringError("--runtime and --no-runtime contradict each "
                             "other");
  if (!Runtime.empty() && !StringRef(Runtime).contains('/'))
    return createStringError("--runtime: '" + Runtime +
                             "' is no path with a folder");
  return Error::success();
}

/// Checks the input. Returns the mode for the copy.
static Expected<sys::fs::perms> checkInput() {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Input, Status))
    return createStringError(EC, Input + ": " + EC.message());
  if (!sys::fs::is_regular_file(Status))
    return createStringError(
        Input + ": " +
        (sys::fs::is_directory(Status) ? "a folder" : "not a regular file"));
  if (Status.permissions() &
      (sys::fs::set_uid_on_exe | sys::fs::set_gid_on_exe))
    return createStringError(
        Input + ": set-user-ID or set-group-ID: a program with more rights "
                "than its user must not load a runtime that its user controls; "
                "clear the bit on a copy, and convert that");
  bool IsSame = false;
  if (!Output.empty() && !sys::fs::equivalent(Input, Output, IsSame) && IsSame)
    return createStringError(Output + ": that is the original, which is never "
                                      "changed; name another file");
  return Status.permissions();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string hex(uint64_t N) { return "0x" + utohexstr(N, true); }

static std::string siteLine(const EventSpec &Spec, const SiteRequest &S,
                            const SiteOutcome &Outcome) {
  const SpecEntry &Entry = Spec.Entries[S.Entry];
  std::string Text = Spec.File + ":" + std::to_string(Entry.SpecLine) +
                     ": event '" + Spec.Events[Entry.Event].Name +
                     "': " + kindWord(S.Kind).str() + " " +
                     demangle(S.Function) + " at " + hex(S.Address);
  if (S.Line)
    Text += " (" + S.File + ":" + std::to_string(S.Line) + ")";
  if (Outcome.IsDone)
    return Text + ": " + describe(Outcome.Method).str();
  Text += ": not counted: " + describe(Outcome.Refusal).str();
  if (Outcome.Where && Outcome.Where != S.Address)
    Text += " (" + hex(Outcome.Where) + ")";
  return Text;
}

static void printSites(raw_ostream &OS, const EventSpec &Spec,
                       const ModulePlan &Planned) {
  for (const auto &[Site, Outcome] :
       zip(Planned.Requests.Sites, Planned.Plan.Outcomes))
    OS << shownMessage(siteLine(Spec, Site, Outcome)) << '\n';
}

/// Prints how many sites are counted, and how many are not, by reason.
static void printSummary(raw_ostream &OS, const ModulePlan &Planned) {
  size_t All = Planned.Requests.Sites.size(), Done = Planned.numDone();
  OS << (DryRun ? Input : Output) << ": " << grouped(Done) << " of "
     << grouped(All) << " sites " << (DryRun ? "would be " : "are ")
     << "counted\n";
  std::map<SiteRefusal, size_t> Reasons;
  for (const SiteOutcome &O : Planned.Plan.Outcomes)
    if (!O.IsDone)
      ++Reasons[O.Refusal];
  for (const auto &[Reason, Count] : Reasons)
    OS << "  " << grouped(Count) << " not: " << describe(Reason) << '\n';
  if (!Reasons.empty() && !Verbose)
    OS << "  --verbose names them\n";
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// Writes to a temporary file, and renames it when it is complete.
static Error writeFile(const ConvertedFile &File, sys::fs::perms Mode) {
  Expected<sys::fs::TempFile> Temporary =
      sys::fs::TempFile::create(Output + ".udpc-%%%%%%", Mode);
  if (!Temporary)
    return createStringError(Output + ": " + toString(Temporary.takeError()));
  std::error_code EC;
  {
    raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
    OS << File.Start;
    OS.seek(File.AddedOffset); // A hole: no space on the disk.
    OS << File.Added;
    OS.flush();
    EC = OS.error();
    OS.clear_error();
  }
  // Creating the file applied the umask, so set the mode explicitly.
  if (!EC)
    EC = sys::fs::setPermissions(Temporary->FD, Mode);
  if (EC) {
    consumeError(Temporary->discard());
    return createStringError(EC, Output + ": " + EC.message());
  }
  if (Error E = Temporary->keep(Output))
    return createStringError(Output + ": " + toString(std::move(E)));
  return Error::success();
}

static Error inFile(Error E) {
  return createStringError(Input + ": " + toString(std::move(E)));
}

static Error convert() {
  if (Error E = checkOptions())
    return E;
  Expected<sys::fs::perms> Mode = checkInput();
  if (!Mode)
    return Mode.takeError();
  Expected<EventSpec> Spec = EventSpec::load(SpecFile, SpecUse::Binary);
  if (!Spec)
    return Spec.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWhole(Input, mayBeElf);
  if (!Buffer)
    return Buffer.takeError();
  Expected<ElfImage> Image = ElfImage::create((*Buffer)->getBuffer());
  if (!Image)
    return inFile(Image.takeError());
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createObjectFile(**Buffer);
  if (!Object)
    return inFile(Object.takeError());
  const auto &File = *cast<ELFObjectFileBase>(Object->get());

  // A breakpoint kills the program if there is no runtime.
  PlanOptions Options;
  Options.AllowBreakpoints = false;
  Expected<ModulePlan> Planned = planModule(*Spec, File, Input, Options);
  if (!Planned)
    return inFile(Planned.takeError());
  for (const UnmatchedRequest &U : Planned->Requests.Unmatched)
    WithColor::warning(errs(), "udpc")
        << shownMessage(U.message(sys::path::filename(Input))) << '\n';
  if (Verbose)
    printSites(outs(), *Spec, *Planned);
  if (!Planned->numDone()) {
    if (!Verbose)
      printSites(outs(), *Spec, *Planned);
    outs().flush();
    return createStringError(Input + ": nothing would be counted");
  }
  if (!DryRun) {
    ConversionInput In = {*Image,
                          File,
                          Planned->Plan,
                          Planned->Table,
                          uint32_t(Planned->Requests.Sites.size()),
                          !NoRuntime,
                          Runtime};
    Expected<ConvertedFile> Result = convertFile(In);
    if (!Result)
      return inFile(Result.takeError());
    if (Error E = writeFile(*Result, *Mode))
      return E;
  }
  printSummary(outs(), *Planned);
  return finishStandardOutput();
}
