//===- Commands.cpp - The commands of udpc --------------------------------===//

#include "tools/udpc/Commands.h"
#include "tools/OwnOptions.h"
#include "tools/udpc/Annotate.h"
#include "tools/udpc/Baseline.h"
#include "tools/udpc/Calibrate.h"
#include "tools/udpc/Collect.h"
#include "tools/udpc/Convert.h"
#include "tools/udpc/Ctl.h"
#include "tools/udpc/Export.h"
#include "tools/udpc/Hints.h"
#include "tools/udpc/LogCommand.h"
#include "tools/udpc/Merge.h"
#include "tools/udpc/PrefetchLoop.h"
#include "tools/udpc/Query.h"
#include "tools/udpc/Recommend.h"
#include "tools/udpc/Record.h"
#include "tools/udpc/ReportCommands.h"
#include "tools/udpc/Run.h"
#include "tools/udpc/Sample.h"
#include "tools/udpc/SitesCommand.h"
#include "tools/udpc/TablesCommand.h"
#include "tools/udpc/Watch.h"

using namespace llvm;
using namespace udpc;

/// The options that belong to no command: none of ours.
static cl::OptionCategory Category("udpc options");

static const Command Table[] = {
    {&AnnotateCommand, hideUnrelatedToAnnotate, runAnnotate},
    {&BaselineCommand, hideUnrelatedToBaseline, runBaseline},
    {&CalibrateCommand, hideUnrelatedToCalibrate, runCalibrate},
    {&CheckCommand, hideUnrelatedToCheck, runCheck},
    {&CollectCommand, hideUnrelatedToCollect, runCollect},
    {&ConvertCommand, hideUnrelatedToConvert, runConvert},
    {&CtlCommand, hideUnrelatedToCtl, runCtl},
    {&DiffCommand, hideUnrelatedToReports, runDiff},
    {&ExportCommand, hideUnrelatedToExport, runExport},
    {&HintsCommand, hideUnrelatedToHints, runHints},
    {&LogCommand, hideUnrelatedToLog, runLog},
    {&MergeCommand, hideUnrelatedToMerge, runMerge},
    {&PrefetchLoopCommand, hideUnrelatedToPrefetchLoop, runPrefetchLoop},
    {&QueryCommand, hideUnrelatedToQuery, runQuery},
    {&RecommendCommand, hideUnrelatedToRecommend, runRecommend},
    {&RecordCommand, hideUnrelatedToRecord, runRecord},
    {&ReportCommand, hideUnrelatedToReports, runReport},
    {&RunCommand, hideUnrelatedToRun, runRun},
    {&SampleCommand, hideUnrelatedToSample, runSample},
    {&SitesCommand, hideUnrelatedToSites, runSites},
    {&TablesCommand, hideUnrelatedToTables, runTables},
    {&WatchCommand, hideUnrelatedToWatch, runWatch},
};

ArrayRef<Command> udpc::commands() { return Table; }

void udpc::hideForeignOptions() {
  for (const Command &C : Table)
    C.HideUnrelated();
  cl::HideUnrelatedOptions(Category);
  keepOwnOptions(Category);
  // Do not list --help itself.
  for (cl::SubCommand *Parser : cl::getRegisteredSubcommands())
    if (cl::Option *Help = cl::getRegisteredOptions(*Parser).lookup("help"))
      Help->setHiddenFlag(cl::Hidden);
}
