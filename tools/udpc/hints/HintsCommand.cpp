//===- HintsCommand.cpp - udpc hints --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintConversion.h"
#include "profdata/hints/HintFile.h"
#include "profdata/support/ShownText.h"
#include "profdata/support/WholeFile.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/hints/FunctionFilter.h"
#include "tools/udpc/hints/HintTables.h"
#include "tools/udpc/options/ColorOption.h"
#include "tools/udpc/output/Pager.h"
#include "tools/udpc/output/Progress.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error run();

static Command
    HintsCommand(Job::Prefetches, "hints",
                 "Show, make and check prefetch hints (docs/hints.md)", run,
                 Command::WithoutName);

static cl::list<std::string>
    Words(cl::Positional,
          cl::desc("show <hints>... | merge <hints>... | from-csv <csv>... | "
                   "check <hints> | keys"),
          HintsCommand);
static cl::opt<std::string>
    Binary("binary",
           cl::desc("The program or library that the hints are for; show: "
                    "where it has them"),
           cl::value_desc("file"), HintsCommand);
static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), HintsCommand);
static cl::opt<std::string>
    Form("format", cl::desc("merge, from-csv: form of the hint file (text)"),
         cl::value_desc("text|binary|extbinary"), HintsCommand);
static cl::opt<std::string> LoadAddress(
    "load-address",
    cl::desc("from-csv: where the binary's first byte was in memory"),
    cl::value_desc("0x..."), HintsCommand);
static cl::opt<std::string>
    FunctionGlob("function",
                 cl::desc("keys: only in functions that match, also inlined"),
                 cl::value_desc("glob"), HintsCommand);
static cl::opt<bool> Json("json", cl::desc("show, check, keys: as JSON"),
                          HintsCommand);
static cl::opt<bool>
    Csv("csv", cl::desc("show --binary: 0xPC,delta,type; keys: as CSV"),
        HintsCommand);
static cl::opt<bool>
    Full("full",
         cl::desc("show, check, keys: whole keys and paths in the table"),
         HintsCommand);

static ColorOption Color(HintsCommand);

static void warn(const Twine &Message) {
  Progress::clear();
  WithColor::warning(errs(), "udpc") << shownMessage(Message) << '\n';
}

static Expected<HintFile> readWithWarnings(StringRef Path) {
  Expected<HintFile> File = readHintsOrInput(Path);
  if (File)
    for (const std::string &Warning : File->Warnings)
      warn(Warning);
  return File;
}

/// Merges \p Files. Calls \p Each for each file with the numbers of its hints
/// and of new ones among them.
static Expected<HintSet>
readAll(ArrayRef<std::string> Files,
        function_ref<void(StringRef, size_t Had, size_t New)> Each) {
  HintSet Hints;
  for (const std::string &Path : Files) {
    Expected<HintFile> File = readWithWarnings(Path);
    if (!File)
      return File.takeError();
    size_t Before = Hints.numHints();
    if (Error E = Hints.merge(File->Hints))
      return createStringError(Path + ": cannot be added to those before: " +
                               toString(std::move(E)));
    Each(Path, File->Hints.numHints(), Hints.numHints() - Before);
  }
  return Hints;
}

/// Opens the binary of --binary. Fails if it has no keys.
static Expected<std::unique_ptr<BinaryOperations>> openBinary() {
  if (Binary.empty())
    return createStringError("name the program or library with --binary");
  auto Opened = BinaryOperations::open(Binary);
  if (!Opened)
    return Opened.takeError();
  std::string Why = (*Opened)->whyNoKeys();
  if (!Why.empty())
    return createStringError(
        StringRef(Why).starts_with(Binary) ? Why : Binary + ": " + Why);
  return Opened;
}

static Expected<std::vector<CheckedKey>>
checkAgainstBinary(const HintSet &Hints,
                   std::unique_ptr<BinaryOperations> &Opened) {
  auto Binary = openBinary();
  if (!Binary)
    return Binary.takeError();
  Opened = std::move(*Binary);
  Progress P("reading the binary");
  return checkHints(Hints, *Opened, [&](double Done) { P.share(Done); });
}

static HintOutput outputForm() {
  return Json   ? HintOutput::Json
         : Csv  ? HintOutput::Csv
         : Full ? HintOutput::FullTable
                : HintOutput::Table;
}

static Expected<int> show(ArrayRef<std::string> Files) {
  if (Files.empty())
    return createStringError("name the files of hints");
  if (Csv && Binary.empty())
    return createStringError("--csv has addresses: name the program or library "
                             "with --binary");
  Expected<HintSet> Hints = readAll(Files, [](StringRef, size_t, size_t) {});
  if (!Hints)
    return Hints.takeError();
  std::vector<CheckedKey> Found;
  std::unique_ptr<BinaryOperations> Opened;
  if (!Binary.empty()) {
    auto Checked = checkAgainstBinary(*Hints, Opened);
    if (!Checked)
      return Checked.takeError();
    Found = std::move(*Checked);
  }
  if (Csv)
    for (const CheckedKey &K : Found)
      if (K.Addresses.empty())
        warn(K.Key->shortText() +
             ": left out: " + reasonText(K, HintOutput::Table));
  if (Error E = printPaged(Output, [&](raw_ostream &OS) {
        printHints(OS, *Hints, Binary.empty() ? nullptr : &Found, outputForm());
        return Error::success();
      }))
    return std::move(E);
  return 0;
}

/// Returns the form of --format, by default text if possible.
static Expected<HintFileForm> formFor(bool HasHashes) {
  if (Form.empty())
    return HasHashes ? HintFileForm::ExtBinary : HintFileForm::Text;
  auto Named = hintFileForm(Form);
  if (!Named)
    return createStringError("--format: '" + Form +
                             "' is none of text, binary and extbinary");
  return *Named;
}

/// Checks the options of output before any work is done.
static Error checkWriting() {
  if (Output.empty())
    return createStringError("give the output file with -o <file>");
  return formFor(false).takeError();
}

static Error writeHints(const HintSet &Hints) {
  Expected<HintFileForm> Chosen = formFor(Hints.HasHashes);
  if (!Chosen)
    return Chosen.takeError();
  return writeHintFile(Hints, *Chosen, Output);
}

static Expected<int> merge(ArrayRef<std::string> Files) {
  if (Files.empty())
    return createStringError("name the files of hints");
  if (Error E = checkWriting())
    return std::move(E);
  Expected<HintSet> Hints =
      readAll(Files, [](StringRef Path, size_t Had, size_t New) {
        errs() << "udpc: " << Path << ": " << New << " added, " << Had - New
               << " there already\n";
      });
  if (!Hints)
    return Hints.takeError();
  if (Error E = writeHints(*Hints))
    return std::move(E);
  return 0;
}

static Expected<std::optional<uint64_t>> loadAddress() {
  if (LoadAddress.empty())
    return std::nullopt;
  StringRef Digits = LoadAddress;
  Digits.consume_front_insensitive("0x");
  uint64_t Address;
  if (Digits.getAsInteger(16, Address))
    return createStringError("--load-address: '" + LoadAddress +
                             "' is no address, as 0x555555554000");
  return Address;
}

static Expected<int> fromCsv(ArrayRef<std::string> Files) {
  if (Files.empty())
    return createStringError("name the files of recommendations");
  if (Error E = checkWriting())
    return std::move(E);
  auto Load = loadAddress();
  if (!Load)
    return Load.takeError();
  auto Opened = openBinary();
  if (!Opened)
    return Opened.takeError();
  HintConversion Conversion(**Opened, Binary, *Load, warn);
  for (const std::string &Path : Files) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = readTextOrInput(Path);
    if (!Buffer)
      return Buffer.takeError();
    Progress P(Path);
    if (Error E = Conversion.add((*Buffer)->getMemBufferRef(),
                                 [&](unsigned Line) { P.lines(Line); }))
      return std::move(E);
  }
  {
    Progress P("reading the binary");
    if (Error E = Conversion.finish([&](double Done) { P.share(Done); }))
      return std::move(E);
  }
  errs() << "udpc: " << Conversion.numConverted() << " converted, "
         << Conversion.numNot() << " not\n";
  if (Conversion.hints().empty())
    return createStringError("nothing to write to " + Output +
                             ": no recommendation could be converted");
  if (Error E = writeHints(Conversion.hints()))
    return std::move(E);
  return 0;
}

static Expected<int> check(ArrayRef<std::string> Files) {
  if (Files.empty())
    return createStringError("name the files of hints");
  Expected<HintSet> Hints = readAll(Files, [](StringRef, size_t, size_t) {});
  if (!Hints)
    return Hints.takeError();
  std::unique_ptr<BinaryOperations> Opened;
  auto Found = checkAgainstBinary(*Hints, Opened);
  if (!Found)
    return Found.takeError();
  if (std::string Doubt = processorMismatch(Hints->Processors, hostCpu());
      !Doubt.empty())
    warn(Doubt);
  if (Error E = printPaged(Output, [&](raw_ostream &OS) {
        printCheck(OS, *Found, outputForm());
        return Error::success();
      }))
    return std::move(E);
  return all_of(*Found, [](const CheckedKey &K) { return K.applies(); }) ? 0
                                                                         : 1;
}

static Expected<int> keys(ArrayRef<std::string> Files) {
  if (!Files.empty())
    return createStringError("takes no files but that of --binary");
  Expected<FunctionFilter> Filter = FunctionFilter::create(FunctionGlob);
  if (!Filter)
    return Filter.takeError();
  auto Opened = openBinary();
  if (!Opened)
    return Opened.takeError();
  std::string Sum;
  if (Error E = printPaged(Output, [&](raw_ostream &OS) {
        KeyPrinter Printer(OS, outputForm());
        Progress P("reading the binary");
        Error Failed = (*Opened)->forEach(
            [&](const BinaryOperation &Op) {
              if (Filter->matches(Op))
                Printer.add(Op);
            },
            [&](double Done) { P.share(Done); });
        Sum = Printer.finish((*Opened)->keySectionSize());
        if (!FunctionGlob.empty() && Printer.empty())
          Sum += " in functions that match '" + FunctionGlob + "'";
        if (outputForm() == HintOutput::Table ||
            outputForm() == HintOutput::FullTable)
          OS << Sum << '\n';
        return Failed;
      }))
    return std::move(E);
  if (outputForm() == HintOutput::Csv)
    errs() << "udpc: " << Sum << '\n';
  return 0;
}

namespace {
struct Verb {
  StringLiteral Name;
  Expected<int> (*Run)(ArrayRef<std::string>);
  /// Options that the command has.
  std::vector<const cl::Option *> Options;
};
} // namespace

/// Fails if an option is given that the command does not have.
static Error checkOptions(const Verb &V) {
  const cl::Option *All[] = {&Binary,       &Output, &Form, &LoadAddress,
                             &FunctionGlob, &Json,   &Csv,  &Full};
  for (const cl::Option *O : All)
    if (O->getNumOccurrences() && !is_contained(V.Options, O))
      return createStringError((O->ArgStr.size() == 1 ? "-" : "--") +
                               O->ArgStr +
                               " is not for this command (udpc hints --help)");
  if (Json && Csv)
    return createStringError("choose --json or --csv");
  if (Full && (Json || Csv))
    return createStringError("--full is for the table: what --json and --csv "
                             "print is always whole");
  return Error::success();
}

/// Fails if -o names an input.
static Error checkOutput(const Verb &V, ArrayRef<std::string> Files) {
  std::vector<std::string> Inputs = {Binary};
  // merge reads all inputs before it writes, and its output includes them.
  if (V.Name != "merge")
    append_range(Inputs, Files);
  for (const std::string &Input : Inputs)
    if (!Output.empty() && Output != "-" && Input != "-" &&
        sys::fs::equivalent(Input, Output))
      return createStringError("-o " + Output +
                               ": that is read; write to "
                               "another file");
  return Error::success();
}

static Error run() {
  const Verb Verbs[] = {
      {"show", show, {&Binary, &Output, &Json, &Csv, &Full}},
      {"merge", merge, {&Output, &Form}},
      {"from-csv", fromCsv, {&Binary, &Output, &Form, &LoadAddress}},
      {"check", check, {&Binary, &Output, &Json, &Full}},
      {"keys", keys, {&Binary, &Output, &FunctionGlob, &Json, &Csv, &Full}},
  };
  std::vector<std::string> Given(Words.begin(), Words.end());
  const Verb *V = find_if(Verbs, [&](const Verb &V) {
    return !Given.empty() && V.Name == Given[0];
  });
  if (V == std::end(Verbs))
    return createStringError(
        Twine("hints: ") +
        (Given.empty() ? "say what to do"
                       : "unknown command '" + Given[0] + "'") +
        ": show, merge, from-csv, check or keys (udpc hints --help)");
  Expected<int> Code = [&]() -> Expected<int> {
    if (Error E = checkOptions(*V))
      return std::move(E);
    ArrayRef<std::string> Files = ArrayRef(Given).drop_front();
    if (Error E = checkOutput(*V, Files))
      return std::move(E);
    return V->Run(Files);
  }();
  if (!Code)
    return createStringError("hints " + V->Name + ": " +
                             toString(Code.takeError()));
  return exitWith(*Code);
}
