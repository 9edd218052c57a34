//===- Commands.cpp - The commands of udpc --------------------------------===//

#include "tools/udpc/Commands.h"
#include "tools/OwnOptions.h"
#include "tools/udpc/annotate/Annotate.h"
#include "tools/udpc/baseline/Baseline.h"
#include "tools/udpc/calibrate/Calibrate.h"
#include "tools/udpc/collect/Collect.h"
#include "tools/udpc/convert/Convert.h"
#include "tools/udpc/ctl/Ctl.h"
#include "tools/udpc/export/Export.h"
#include "tools/udpc/hints/Hints.h"
#include "tools/udpc/log/LogCommand.h"
#include "tools/udpc/merge/Merge.h"
#include "tools/udpc/prefetch-loop/PrefetchLoop.h"
#include "tools/udpc/query/Query.h"
#include "tools/udpc/recommend/Recommend.h"
#include "tools/udpc/record/Record.h"
#include "tools/udpc/report/ReportCommands.h"
#include "tools/udpc/run/Run.h"
#include "tools/udpc/sample/Sample.h"
#include "tools/udpc/sites/SitesCommand.h"
#include "tools/udpc/tables/TablesCommand.h"
#include "tools/udpc/watch/Watch.h"

using namespace llvm;
using namespace udpc;

/// Category of options that belong to no command, which udpc does not have.
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
  // Hide --help in its own list.
  for (cl::SubCommand *Parser : cl::getRegisteredSubcommands())
    if (cl::Option *Help = cl::getRegisteredOptions(*Parser).lookup("help"))
      Help->setHiddenFlag(cl::Hidden);
}
