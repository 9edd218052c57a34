//===- AnnotateCommand.cpp - udpc annotate --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/EventChoice.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/annotate/AnnotateAssembly.h"
#include "tools/udpc/annotate/AnnotateFacts.h"
#include "tools/udpc/annotate/AnnotateHtml.h"
#include "tools/udpc/annotate/AnnotateInput.h"
#include "tools/udpc/annotate/AnnotateJson.h"
#include "tools/udpc/annotate/AnnotateText.h"
#include "tools/udpc/options/ColorOption.h"
#include "tools/udpc/output/CountColumns.h"
#include "tools/udpc/output/Pager.h"
#include "tools/udpc/profiles/ProfileChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

static Error annotate();

static Command
    AnnotateCommand(Job::Costs, "annotate",
                    "Show what functions and lines cost (docs/annotate.md)",
                    annotate, Command::WithoutName);

static cl::list<std::string> Inputs(cl::Positional, cl::desc("[profile...]"),
                                    AnnotateCommand);
static cl::opt<bool> Diff("diff",
                          cl::desc("Show how the second profile differs from "
                                   "the first"),
                          AnnotateCommand);
static cl::opt<std::string>
    Show("show",
         cl::desc("Events to show: Ir,D1mr; computed: LLm,x=Dr+2*Dw,D1m/Dref"),
         cl::value_desc("a,b"), AnnotateCommand);
static cl::opt<std::string> Sort("sort",
                                 cl::desc("Events to sort by [those shown]; "
                                          "Dw:90: only what has 90%"),
                                 cl::value_desc("a,b"), AnnotateCommand);
static cl::opt<double>
    Threshold("threshold",
              cl::desc("Leave out functions below it, 0 to 20 [0.1]"),
              cl::value_desc("percent"), cl::init(0.1), AnnotateCommand);
static cl::opt<unsigned> Context("context",
                                 cl::desc("Lines around those with costs [8]"),
                                 cl::value_desc("lines"), cl::init(8),
                                 AnnotateCommand);
static cl::list<std::string> Folders("I", cl::Prefix,
                                     cl::desc("Look for sources here too"),
                                     cl::value_desc("folder"), AnnotateCommand);
static cl::list<std::string>
    SourceNames("source", cl::desc("Annotate this file whatever it costs"),
                cl::value_desc("file"), AnnotateCommand);
static cl::opt<bool> Files("files", cl::desc("Only the File:function summary"),
                           AnnotateCommand);
static cl::opt<bool> Functions("functions",
                               cl::desc("Only the Function:file summary"),
                               AnnotateCommand);
static cl::opt<cl::boolOrDefault>
    Annotate("annotate", cl::desc("Sources as well; off with =false"),
             AnnotateCommand);
static cl::opt<bool> Percentages("show-percs",
                                 cl::desc("Percentages; off with =false"),
                                 cl::init(true), AnnotateCommand);
static cl::list<std::string>
    FileChanges("mod-filename",
                cl::desc("Change names of files: s/old/new/g or old=new"),
                cl::value_desc("change"), AnnotateCommand);
static cl::list<std::string>
    FunctionChanges("mod-funcname", cl::desc("The same for names of functions"),
                    cl::value_desc("change"), AnnotateCommand);
static cl::opt<bool> NoDemangle("no-demangle",
                                cl::desc("Names as the linker has them"),
                                AnnotateCommand);
static cl::opt<bool>
    Inlined("inlined",
            cl::desc("Of inlined code, name the function of the source"),
            AnnotateCommand);
static cl::opt<std::string>
    Module("module", cl::desc("Only these executables and libraries: libz.so*"),
           cl::value_desc("glob"), AnnotateCommand);
static cl::opt<std::string>
    Region("region",
           cl::desc("Only what this region and those within it have cost"),
           cl::value_desc("name"), AnnotateCommand);
static cl::opt<std::string>
    Asm("asm", cl::desc("Code of this function, with the costs of its lines"),
        cl::value_desc("function"), AnnotateCommand);
static cl::opt<std::string> Binary("binary",
                                   cl::desc("--asm: the program or library"),
                                   cl::value_desc("file"), AnnotateCommand);
static cl::opt<std::string>
    Html("html", cl::desc("Write a page: pictures, calls, sources"),
         cl::value_desc("file"), AnnotateCommand);
static cl::opt<bool> Json("json",
                          cl::desc("Everything as JSON (docs/annotate.md)"),
                          AnnotateCommand);
static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), AnnotateCommand);
static ColorOption Color(AnnotateCommand);

static Error at(StringRef Where, Error E) {
  return createStringError(Where + ": " + toString(std::move(E)));
}

static Expected<std::vector<NameChange>>
parseChanges(ArrayRef<std::string> Texts, StringRef Flag) {
  std::vector<NameChange> Changes;
  for (const std::string &Text : Texts) {
    Expected<NameChange> Change = NameChange::parse(Text);
    if (!Change)
      return at(Flag, Change.takeError());
    Changes.push_back(std::move(*Change));
  }
  return Changes;
}

static Expected<SheetNames> parseNames() {
  SheetNames Names;
  Names.Demangle = !NoDemangle;
  if (Error E =
          parseChanges(FileChanges, "--mod-filename").moveInto(Names.Files))
    return E;
  if (Error E = parseChanges(FunctionChanges, "--mod-funcname")
                    .moveInto(Names.Functions))
    return E;
  return Names;
}

/// Returns whether --show or --sort name Bc or Bi, which profiles have even if
/// branches were not simulated.
static bool asksForBranches() {
  Regex Names("(^|[^A-Za-z0-9_])B[ci]($|[^A-Za-z0-9_])");
  return Names.match(Show) || Names.match(Sort);
}

/// Chooses the events to sort by, and their shares.
static Error chooseOrder(CostSheet &Sheet, AnnotationOptions &Options) {
  std::string Names = Sort;
  std::vector<double> Shares;
  if (Error E = takeShares(Names).moveInto(Shares))
    return E;
  Expected<EventChoice> Chosen = chooseEvents(Sheet, Names);
  if (!Chosen)
    return Chosen.takeError();
  if (!Chosen->Rates.empty())
    return createStringError("'" + Chosen->Rates.front().Name +
                             "' is a rate; name one of its events");
  Options.Order.Sort = std::move(Chosen->Events);
  if (Shares.empty())
    return Error::success();
  if (Diff || Threshold.getNumOccurrences())
    return createStringError("leave out the percentage, or " +
                             Twine(Diff ? "--diff" : "--threshold"));
  Options.Order.limitTo(Sheet, Shares);
  Options.Limit = Sort;
  return Error::success();
}

static Error chooseEvents(CostSheet &Sheet, AnnotationOptions &Options) {
  EventChoice Shown;
  if (!Show.empty()) {
    if (Error E = chooseEvents(Sheet, Show).moveInto(Shown))
      return at("--show", std::move(E));
    // Rows are sorted by an event.
    if (Shown.Events.empty())
      Shown.Events.push_back(Shown.Rates.front().Part);
  } else if (Json || !Html.empty()) {
    Shown.Events = eventsWithCounts(Sheet);
  } else {
    Shown = usualEvents(Sheet);
  }
  Options.Show = std::move(Shown.Events);
  Options.Rates = std::move(Shown.Rates);
  Options.Order.Sort = Options.Show;
  if (Sort.empty())
    return Error::success();
  if (Error E = chooseOrder(Sheet, Options))
    return at("--sort", std::move(E));
  for (size_t Event : Options.Order.Sort)
    if (!is_contained(Options.Show, Event))
      Options.Show.push_back(Event);
  return Error::success();
}

static Expected<Annotation> annotation(ArrayRef<std::string> Paths,
                                       ProfiledCode &Code, PageContents &Page) {
  Expected<SheetNames> Names = parseNames();
  if (!Names)
    return Names.takeError();
  AnnotateInput Input;
  Input.Names = std::move(*Names);
  Input.Inlined = Inlined;
  Input.Branches = asksForBranches();
  Input.Diff = Diff;
  Input.ForPage = !Html.empty();
  Input.Module = Module;
  Input.Region = Region;
  Expected<CostSheet> Sheet = readSheet(Paths, Input, Code, Page);
  if (!Sheet)
    return Sheet.takeError();
  AnnotationOptions Options;
  if (Error E = chooseEvents(*Sheet, Options))
    return E;
  if (size_t Event = Sheet->eventTooLarge(); Event < Sheet->numEvents())
    WithColor::warning(errs(), "udpc")
        << printable(Sheet->Events[Event])
        << ": counts of 2^63 or more do not fit, and are shown as 2^63 - 1; "
           "sums and percentages are too low\n";
  Options.Order.Threshold = Threshold;
  // A request for one table implies that no sources are shown.
  Options.Annotate = Annotate == cl::boolOrDefault::BOU_UNSET
                         ? !Files && !Functions && Asm.empty()
                         : Annotate == cl::boolOrDefault::BOU_TRUE;
  Options.Sources.Context = Context;
  Options.Sources.Folders = Folders;
  for (const std::string &Path : Paths) {
    sys::fs::file_status Status;
    if (!sys::fs::status(Path, Status))
      Options.Sources.Profiles.push_back(
          {Path, Status.getLastModificationTime()});
  }
  Options.Files = SourceNames;
  Expected<Annotation> A =
      Annotation::compute(std::move(*Sheet), std::move(Options));
  if (!A)
    return at("--source", A.takeError());
  return A;
}

/// Returns an error for incompatible options.
static Error checkOptions() {
  if (Diff && Inputs.size() != 2)
    return createStringError(
        "annotate --diff: name two profiles, the old and the new");
  if (!std::isfinite(Threshold) || Threshold < 0 || Threshold > 20)
    return createStringError(
        "annotate --threshold: a percentage from 0 to 20 is needed");
  if (!Html.empty() && (Json || !Output.empty()))
    return createStringError("annotate --html: leave out " +
                             Twine(Json ? "--json" : "-o"));
  if (Asm.empty() != Binary.empty())
    return createStringError("annotate: --asm and --binary need each other: "
                             "the function, and the program that has it");
  if (Asm.empty())
    return Error::success();
  if (Json || !Html.empty())
    return createStringError("annotate --asm: as text only; leave out " +
                             Twine(Json ? "--json" : "--html"));
  if (Inlined)
    return createStringError("annotate --asm: leave out --inlined: code is of "
                             "the function that has it");
  return Error::success();
}

static Error annotate() {
  if (Error E = checkOptions())
    return E;
  Expected<std::vector<std::string>> Paths =
      chooseProfiles(Inputs, ProfileSearch::Costs);
  if (!Paths)
    return Paths.takeError();
  ProfiledCode Code;
  PageContents Page;
  Expected<Annotation> A = annotation(*Paths, Code, Page);
  if (!A)
    return A.takeError();
  Page.Facts = annotationFacts(*A, *Paths);
  AnnotateTextOptions Options;
  Options.Profiles = *Paths;
  Options.Percentages = Percentages;
  Options.Files = Files || !Functions;
  Options.Functions = Functions || !Files;
  if (!Region.empty())
    Options.TotalName =
        (Twine(Diff ? "change of " : "") + "region " + shownText(Region)).str();
  return printPaged(Html.empty() ? Output : Html,
                    [&](raw_ostream &OS) -> Error {
                      if (!Asm.empty())
                        return printCode(OS, *A, Code, {Binary, Asm}, Options);
                      if (!Html.empty())
                        printAnnotationHtml(OS, *A, Page);
                      else if (Json)
                        printAnnotationJson(OS, *A);
                      else
                        printAnnotation(OS, *A, Options);
                      return Error::success();
                    });
}
