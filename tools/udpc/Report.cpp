//===- Report.cpp - How reports are written -------------------------------===//

#include "tools/udpc/Report.h"
#include "tools/udpc/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <tuple>

using namespace llvm;
using namespace udpc;

static std::string threadName(uint64_t Index) {
  return Index == abi::OtherThreads ? "others" : std::to_string(Index);
}

static int64_t threadNumber(uint64_t Index) {
  return Index == abi::OtherThreads ? -1 : static_cast<int64_t>(Index);
}

static std::string place(const ReportRow &Row) {
  return placeText(Row.File, Row.Line, Row.Column);
}

static void printThreads(raw_ostream &OS, const EventReport &Report) {
  Table T({"event", "thread", "count", "share"},
          {Table::Left, Table::Right, Table::Right, Table::Right});
  for (const ReportEvent &E : Report.Events)
    for (auto [Thread, Count] : E.Threads)
      T.add({E.Name, threadName(Thread), grouped(Count),
             percent(Count, E.Total)});
  T.print(OS);
}

static void printSites(raw_ostream &OS, const EventReport &Report) {
  Table T({"event", "count", "share", "command", "kind", "place", "function"},
          {Table::Left, Table::Right, Table::Right, Table::Left, Table::Left,
           Table::Left, Table::Left});
  for (const ReportEvent &E : Report.Events) {
    std::vector<const ReportRow *> Rows;
    int64_t Sum = 0;
    for (const ReportRow &R : E.Rows) {
      Rows.push_back(&R);
      Sum += R.Count;
    }
    // Rows of equal count stay in their order, which is the order in memory.
    sort(Rows, [](const ReportRow *A, const ReportRow *B) {
      return std::make_pair(-A->Count, A) < std::make_pair(-B->Count, B);
    });
    for (const ReportRow *R : Rows)
      T.add({E.Name, grouped(R->Count), percent(R->Count, Sum),
             commandWord(R->Command).str(), kindWord(R->Kind).str(), place(*R),
             R->Function});
  }
  T.print(OS);
}

void udpc::printTable(raw_ostream &OS, const EventReport &Report,
                      const ReportOptions &Options) {
  if (Options.Sites)
    printSites(OS, Report);
  if (Options.Threads)
    printThreads(OS, Report);
  if (Options.Sites || Options.Threads)
    return;
  Table T({"event", "total", "sites", "threads"},
          {Table::Left, Table::Right, Table::Right, Table::Right});
  for (const ReportEvent &E : Report.Events)
    T.add({E.Name, grouped(E.Total), grouped(E.Rows.size()),
           grouped(count_if(E.Threads,
                            [](const auto &Share) { return Share.second; }))});
  T.print(OS);
}

void udpc::printJson(raw_ostream &OS, const EventReport &Report) {
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("events", [&] {
      for (const ReportEvent &E : Report.Events)
        J.object([&] {
          J.attribute("event", E.Name);
          J.attribute("total", E.Total);
          J.attributeArray("threads", [&] {
            for (auto [Thread, Count] : E.Threads)
              J.object([&, Thread = Thread, Count = Count] {
                J.attribute("thread", threadNumber(Thread));
                J.attribute("count", Count);
              });
          });
          J.attributeArray("rows", [&] {
            for (const ReportRow &R : E.Rows)
              J.object([&] {
                J.attribute("kind", kindWord(R.Kind));
                J.attribute("file", R.File);
                J.attribute("line", R.Line);
                if (R.Column)
                  J.attribute("column", R.Column);
                J.attribute("function", R.Function);
                J.attribute("command", commandWord(R.Command));
                J.attribute("count", R.Count);
              });
          });
        });
    });
  });
  OS << '\n';
}

void udpc::printCsv(raw_ostream &OS, const EventReport &Report) {
  OS << "event,kind,file,line,function,command,count\n";
  for (const ReportEvent &E : Report.Events) {
    if (E.Rows.empty())
      OS << csvField(E.Name) << ",,,,,,0\n";
    for (const ReportRow &R : E.Rows)
      OS << csvField(E.Name) << ',' << kindWord(R.Kind) << ','
         << csvField(R.File) << ',' << R.Line << ',' << csvField(R.Function)
         << ',' << commandWord(R.Command) << ',' << R.Count << '\n';
  }
}

static std::string change(int64_t Old, int64_t New) {
  std::string Delta = (New > Old ? "+" : "") + grouped(New - Old);
  return New == Old ? "" : Delta;
}

static std::string changePercent(int64_t Old, int64_t New) {
  if (New == Old)
    return "";
  return Old ? (New > Old ? "+" : "") + percent(New - Old, Old) : "new";
}

void udpc::printDiff(raw_ostream &OS, const EventReport &Old,
                     const EventReport &New, const ReportOptions &Options) {
  // Events and rows in the order of the new profile, those that are gone last.
  using Key = std::tuple<std::string, std::string, std::string, std::string>;
  std::map<Key, std::pair<int64_t, int64_t>> Counts;
  std::vector<Key> Order;
  auto Collect = [&](const EventReport &Report, bool IsNew) {
    auto Add = [&](Key K, int64_t Count) {
      auto [It, Inserted] = Counts.try_emplace(K, 0, 0);
      if (Inserted)
        Order.push_back(It->first);
      (IsNew ? It->second.second : It->second.first) += Count;
    };
    for (const ReportEvent &E : Report.Events) {
      if (!Options.Sites) {
        Add(Key(E.Name, "", "", ""), E.Total);
        continue;
      }
      for (const ReportRow &R : E.Rows)
        Add(Key(E.Name, (kindWord(R.Kind) + " " + commandWord(R.Command)).str(),
                place(R), R.Function),
            R.Count);
    }
  };
  Collect(New, true);
  Collect(Old, false);

  std::vector<std::string> Heads = {"event", "old", "new", "change", "percent"};
  std::vector<Table::Align> Aligns = {Table::Left, Table::Right, Table::Right,
                                      Table::Right, Table::Right};
  if (Options.Sites) {
    Heads.insert(Heads.end(), {"kind", "place", "function"});
    Aligns.insert(Aligns.end(), {Table::Left, Table::Left, Table::Left});
  }
  Table T(Heads, Aligns);
  for (const Key &K : Order) {
    auto [O, N] = Counts[K];
    std::vector<std::string> Cells = {std::get<0>(K), grouped(O), grouped(N),
                                      change(O, N), changePercent(O, N)};
    if (Options.Sites)
      Cells.insert(Cells.end(),
                   {std::get<1>(K), std::get<2>(K), std::get<3>(K)});
    T.add(std::move(Cells));
  }
  T.print(OS);
}
