//===- RowDatabase.cpp - Rows in SQLite -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/fleet/query/RowDatabase.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/JSON.h"
#include <set>
#include <sqlite3.h>

using namespace llvm;
using namespace udpc;

namespace {
struct Field {
  const char *Name;
  bool IsNumber;
};
} // namespace

/// The fields of rows, in the order of the table's columns.
static constexpr Field Fields[] = {
    {"time", true},      {"batch", false},   {"host", false},
    {"program", false},  {"build", false},   {"module", false},
    {"event", false},    {"command", false}, {"kind", false},
    {"file", false},     {"line", true},     {"col", true},
    {"function", false}, {"thread", true},   {"count", true}};

void RowDatabase::Closer::operator()(sqlite3 *Handle) const {
  sqlite3_close(Handle);
}
RowDatabase::~RowDatabase() = default;

Error RowDatabase::failed(StringRef What) {
  return createStringError(What + ": " + sqlite3_errmsg(Handle.get()));
}

Error RowDatabase::execute(const char *Sql) {
  if (sqlite3_exec(Handle.get(), Sql, nullptr, nullptr, nullptr))
    return failed("the database");
  return Error::success();
}

Expected<RowDatabase> RowDatabase::open(StringRef File) {
  sqlite3 *Handle = nullptr;
  std::string Path = File.empty() ? ":memory:" : File.str();
  int Status =
      sqlite3_open_v2(Path.c_str(), &Handle,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  RowDatabase D(Handle);
  if (Status)
    return D.failed(Path);
  std::string Table = "CREATE TABLE IF NOT EXISTS counts (";
  for (const Field &F : Fields)
    Table += std::string(&F == Fields ? "" : ", ") + F.Name +
             (F.IsNumber ? " INTEGER" : " TEXT") + " NOT NULL";
  Table += "); CREATE TABLE IF NOT EXISTS batches (batch TEXT PRIMARY KEY) "
           "WITHOUT ROWID;";
  sqlite3_busy_timeout(Handle, 10000);
  if (Error E = D.execute(Table.c_str()))
    return createStringError(Path + ": " + toString(std::move(E)));
  return std::move(D);
}

/// Binds the fields of \p Row to \p Insert. Returns an error message, or "".
static std::string bindRow(sqlite3_stmt *Insert, const json::Object &Row) {
  int At = 0;
  for (const Field &F : Fields) {
    ++At;
    if (F.IsNumber) {
      std::optional<int64_t> N = Row.getInteger(F.Name);
      if (!N)
        return std::string("no number '") + F.Name + "'";
      sqlite3_bind_int64(Insert, At, *N);
    } else {
      std::optional<StringRef> S = Row.getString(F.Name);
      if (!S)
        return std::string("no text '") + F.Name + "'";
      sqlite3_bind_text(Insert, At, S->data(), int(S->size()),
                        SQLITE_TRANSIENT);
    }
  }
  return "";
}

Error RowDatabase::addRows(StringRef Text, StringRef Name) {
  if (Error E = execute("BEGIN IMMEDIATE"))
    return E;
  scope_exit Undo([&] { consumeError(execute("ROLLBACK")); });
  std::string Marks = "?";
  for (size_t I = 1; I != std::size(Fields); ++I)
    Marks += ",?";
  sqlite3_stmt *Insert = nullptr, *Note = nullptr;
  scope_exit Finish([&] {
    sqlite3_finalize(Insert);
    sqlite3_finalize(Note);
  });
  std::string Sql = "INSERT INTO counts VALUES (" + Marks + ")";
  if (sqlite3_prepare_v2(Handle.get(), Sql.c_str(), -1, &Insert, nullptr) ||
      sqlite3_prepare_v2(Handle.get(),
                         "INSERT OR IGNORE INTO batches VALUES (?)", -1, &Note,
                         nullptr))
    return failed(Name);

  // Whether a batch is new, decided at its first row.
  std::map<std::string, bool> IsNew;
  for (unsigned Line = 1; !Text.empty(); ++Line) {
    StringRef Json;
    std::tie(Json, Text) = Text.split('\n');
    if (Json.trim().empty())
      continue;
    auto Wrong = [&](const Twine &Why) {
      return createStringError(Name + ":" + Twine(Line) + ": " + Why);
    };
    Expected<json::Value> Value = json::parse(Json);
    if (!Value)
      return Wrong("not a row: " + toString(Value.takeError()));
    const json::Object *Row = Value->getAsObject();
    if (!Row)
      return Wrong("not a row: an object is needed");
    std::string Why = bindRow(Insert, *Row);
    if (!Why.empty())
      return Wrong("not a row: " + Why);
    std::string Batch = Row->getString("batch")->str();
    auto [It, IsFirst] = IsNew.try_emplace(Batch, true);
    if (IsFirst) {
      sqlite3_bind_text(Note, 1, Batch.data(), int(Batch.size()),
                        SQLITE_TRANSIENT);
      if (sqlite3_step(Note) != SQLITE_DONE)
        return failed(Name);
      sqlite3_reset(Note);
      It->second = sqlite3_changes(Handle.get()) != 0;
    }
    if (It->second && sqlite3_step(Insert) != SQLITE_DONE)
      return failed(Name);
    sqlite3_reset(Insert);
  }
  Undo.release();
  return execute("COMMIT");
}

Expected<RowDatabase::Result> RowDatabase::query(const std::string &Sql) {
  sqlite3_stmt *Statement = nullptr;
  if (sqlite3_prepare_v2(Handle.get(), Sql.c_str(), -1, &Statement, nullptr))
    return failed("the query");
  scope_exit Finish([&] { sqlite3_finalize(Statement); });
  if (!Statement || !sqlite3_stmt_readonly(Statement))
    return createStringError("the query: it is not one that only reads");
  Result R;
  for (int I = 0; I != sqlite3_column_count(Statement); ++I)
    R.Columns.push_back(sqlite3_column_name(Statement, I));
  int Status;
  while ((Status = sqlite3_step(Statement)) == SQLITE_ROW) {
    R.Rows.emplace_back();
    for (size_t I = 0; I != R.Columns.size(); ++I) {
      auto *Text = sqlite3_column_text(Statement, int(I));
      R.Rows.back().push_back(Text ? reinterpret_cast<const char *>(Text) : "");
    }
  }
  if (Status != SQLITE_DONE)
    return failed("the query");
  return R;
}

std::string udpc::sqlText(StringRef Text) {
  std::string Out = "'";
  for (char C : Text)
    Out += C == '\'' ? "''" : std::string(1, C);
  return Out + "'";
}
