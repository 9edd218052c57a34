//===- QueryCommand.cpp - udpc query --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "QueryTexts.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/fleet/query/RowDatabase.h"
#include "tools/udpc/fleet/rows/ExportRows.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Tables.h"
#include "tools/udpc/profiles/ReadProfiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static Error query();

static Command QueryCommand(*findComponentCommand("query"), query,
                            Command::WithoutName);

static cl::opt<std::string>
    QueryName(cl::Positional,
              cl::desc("<top|regressions|outliers|times|SELECT ...>"),
              QueryCommand);
static cl::list<std::string> Inputs(cl::Positional,
                                    cl::desc("[profile or file of rows...]"),
                                    QueryCommand);
static cl::opt<std::string>
    Database("database",
             cl::desc("Keep the rows in this SQLite file; each batch once"),
             cl::value_desc("file"), QueryCommand);
static cl::opt<std::string> Event("event",
                                  cl::desc("The event or cost (default: Ir)"),
                                  cl::value_desc("name"), QueryCommand);
static cl::opt<std::string>
    Build("build", cl::desc("The build ID (default: the newest)"),
          cl::value_desc("id"), QueryCommand);
static cl::opt<std::string>
    Old("old",
        cl::desc("regressions: the build to compare with (default: the newest "
                 "other one)"),
        cl::value_desc("id"), QueryCommand);
static cl::opt<unsigned> Limit("limit", cl::desc("How many rows (20)"),
                               cl::init(20), cl::value_desc("N"), QueryCommand);
static cl::opt<unsigned> Step("step", cl::desc("times: seconds (60)"),
                              cl::init(60), cl::value_desc("seconds"),
                              QueryCommand);
static cl::opt<bool> Csv("csv", cl::desc("Print CSV"), QueryCommand);
static cl::opt<bool> ShowSql("sql", cl::desc("Print the query, do not run it"),
                             QueryCommand);

/// Returns the SQL of the named query, with {parameters}, or a query given as
/// text.
static Expected<std::string> queryText() {
  for (const auto &[Name, Sql] : QueryTexts)
    if (QueryName == Name)
      return Sql.str();
  if (StringRef(QueryName).starts_with_insensitive("select ") ||
      StringRef(QueryName).starts_with_insensitive("with "))
    return QueryName;
  return createStringError(
      QueryName.empty()
          ? "query: name a query: top, regressions, outliers, times, or write "
            "one: 'SELECT ... FROM counts'"
          : "query: there is no query '" + QueryName +
                "'; there are: top, regressions, outliers, times");
}

static bool isFileOfRows(StringRef Bytes) {
  return Bytes.ltrim().starts_with("{\"time\"");
}

/// Adds the profile or the rows in \p File.
static Error addFile(RowDatabase &To, const std::string &File) {
  Expected<ProfileInput> Input = ProfileInput::open(File);
  if (!Input)
    return Input.takeError();
  if (isFileOfRows(Input->bytes()))
    return To.addRows(Input->bytes(), File);
  Expected<ProfileSum> Sum = readProfile(*Input);
  if (!Sum)
    return Sum.takeError();
  RowBatch Batch;
  Batch.Host = hostName();
  sys::fs::file_status Status;
  if (!sys::fs::status(File, Status))
    Batch.Time = sys::toTimeT(Status.getLastModificationTime());
  Batch.Batch = batchName((Input->bytes() + std::to_string(Batch.Time)).str(),
                          Batch.Host);
  Expected<std::vector<ProfileRow>> Rows = rowsOf(*Sum, RowOptions(), Batch);
  if (!Rows)
    return createStringError(File + ": " + toString(Rows.takeError()));
  std::string Text;
  raw_string_ostream OS(Text);
  printRows(OS, RowFormat::Json, Batch, *Rows);
  return To.addRows(Text, File);
}

static Expected<std::string> oneValue(RowDatabase &In, const std::string &Sql) {
  Expected<RowDatabase::Result> R = In.query(Sql);
  if (!R)
    return R.takeError();
  return R->Rows.empty() ? std::string() : R->Rows.front().front();
}

/// Returns --event, or Ir, or the only event if there is just one.
static Expected<std::string> chooseEvent(RowDatabase &In) {
  if (!Event.empty())
    return Event;
  Expected<RowDatabase::Result> R =
      In.query("SELECT DISTINCT event FROM counts WHERE event != '(runs)' "
               "ORDER BY event");
  if (!R)
    return R.takeError();
  std::vector<std::string> Names;
  for (const auto &Row : R->Rows)
    Names.push_back(Row.front());
  if (is_contained(Names, "Ir"))
    return "Ir";
  if (Names.size() == 1)
    return Names.front();
  return createStringError(
      Names.empty() ? "query: there are no counts"
                    : "query: choose one of the events by --event=; there "
                      "are: " +
                          join(Names, ", "));
}

/// Returns the build of the newest rows of \p OfEvent, except \p Not. Of builds
/// with equal time, the one with the largest sum of counts is chosen.
static Expected<std::string> newestBuild(RowDatabase &In, StringRef OfEvent,
                                         StringRef Not) {
  return oneValue(In,
                  "SELECT build FROM counts WHERE build != '' AND build != " +
                      sqlText(Not) + " AND event = " + sqlText(OfEvent) +
                      " GROUP BY build ORDER BY max(time) DESC, sum(count) "
                      "DESC, build LIMIT 1");
}

/// Replaces the {parameters} of \p Sql.
static Error complete(std::string &Sql, RowDatabase &In) {
  auto Replace = [&](StringRef Name, StringRef Value) {
    for (size_t At = 0; (At = Sql.find(Name.str(), At)) != std::string::npos;
         At += Value.size())
      Sql.replace(At, Name.size(), Value.str());
  };
  auto Has = [&](const char *Name) {
    return Sql.find(Name) != std::string::npos;
  };
  Replace("{limit}", std::to_string(Limit));
  Replace("{step}", std::to_string(std::max(1u, unsigned(Step))));
  if (!Has("{event}"))
    return Error::success();
  Expected<std::string> ChosenEvent = chooseEvent(In);
  if (!ChosenEvent)
    return ChosenEvent.takeError();
  std::string ChosenBuild = Build, ChosenOld = Old;
  for (auto [Chosen, Name, Not] :
       {std::make_tuple(&ChosenBuild, "{build}", &ChosenOld),
        std::make_tuple(&ChosenOld, "{old}", &ChosenBuild)}) {
    if (!Has(Name) || !Chosen->empty())
      continue;
    Expected<std::string> Found = newestBuild(In, *ChosenEvent, *Not);
    if (!Found)
      return Found.takeError();
    if (Found->empty())
      return createStringError(
          "query: there is no " +
          std::string(Name == StringRef("{old}") ? "other " : "") +
          "build with counts of " + *ChosenEvent +
          "; files need a build ID: link with -Wl,--build-id");
    *Chosen = *Found;
    WithColor::note(errs(), "udpc")
        << "query: " << (Name == StringRef("{old}") ? "old build " : "build ")
        << shownText(*Found) << '\n';
  }
  Replace("'{event}'", sqlText(*ChosenEvent));
  Replace("'{build}'", sqlText(ChosenBuild));
  Replace("'{old}'", sqlText(ChosenOld));
  return Error::success();
}

static void print(raw_ostream &OS, const RowDatabase::Result &R) {
  if (Csv) {
    auto Line = [&](const std::vector<std::string> &Cells) {
      OS << join(map_range(Cells, csvField), ",") << '\n';
    };
    Line(R.Columns);
    for_each(R.Rows, Line);
    return;
  }
  std::vector<Table::Align> Aligns;
  for (size_t I = 0; I != R.Columns.size(); ++I)
    Aligns.push_back(all_of(R.Rows,
                            [&](const auto &Row) {
                              double Number;
                              return !StringRef(Row[I]).getAsDouble(Number);
                            })
                         ? Table::Right
                         : Table::Left);
  Table T(R.Columns, Aligns);
  for (const auto &Row : R.Rows)
    T.add(Row);
  T.print(OS);
}

static Error query() {
  Expected<std::string> Sql = queryText();
  if (!Sql)
    return Sql.takeError();
  if (ShowSql) {
    outs() << *Sql << '\n';
    return finishStandardOutput();
  }
  if (Inputs.empty() && Database.empty())
    return createStringError("query: name profiles, files of rows, or a "
                             "--database that has rows");
  Expected<RowDatabase> Rows = RowDatabase::open(Database);
  if (!Rows)
    return Rows.takeError();
  for (const std::string &File : Inputs)
    if (Error E = addFile(*Rows, File))
      return E;
  if (Error E = complete(*Sql, *Rows))
    return E;
  Expected<RowDatabase::Result> R = Rows->query(*Sql);
  if (!R)
    return R.takeError();
  return printTo("", [&](raw_ostream &OS) {
    print(OS, *R);
    return Error::success();
  });
}
