//===- RateTable.cpp - Current rates of events ----------------------------===//

#include "tools/udpc/watch/RateTable.h"
#include "tools/udpc/log/view/LogView.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <tuple>

using namespace llvm;
using namespace udpc;

void RateTable::update(const Counts &New, Clock::time_point Now) {
  std::chrono::duration<double> Step = Now - LastTime;
  std::map<std::string, Row> ByName;
  for (const auto &[Key, Count] : New) {
    Row &R = ByName[Key.second];
    R.Event = Key.second;
    R.Count += Count;
    auto It = Last.find(Key);
    if (It == Last.end() || Step.count() <= 0)
      continue;
    double Change = double(Count) - double(It->second);
    R.HasRate = true;
    R.Rate += Change / Step.count();
    Sums[R.Event] += Change;
  }
  if (!HasLast)
    First = Now;
  std::chrono::duration<double> All = Now - First;
  Rows.clear();
  for (auto &[Name, R] : ByName) {
    if (All.count() > 0)
      R.Mean = Sums[Name] / All.count();
    Rows.push_back(R);
  }
  Last = New;
  LastTime = Now;
  HasLast = true;
}

void RateTable::print(raw_ostream &OS, size_t MostRows, Order By) const {
  std::vector<Row> Sorted = Rows;
  if (By == ByRate)
    sort(Sorted, [](const Row &A, const Row &B) {
      return std::make_tuple(-std::fabs(A.Rate), -A.Count, StringRef(A.Event)) <
             std::make_tuple(-std::fabs(B.Rate), -B.Count, StringRef(B.Event));
    });
  Table T({"event", "rate/s", "mean/s", "count"},
          {Table::Left, Table::Right, Table::Right, Table::Right});
  for (const Row &R : ArrayRef(Sorted).take_front(MostRows))
    T.add({R.Event, R.HasRate ? rateText(R.Rate) : "",
           R.HasRate ? rateText(R.Mean) : "", grouped(R.Count)});
  T.print(OS);
  if (Sorted.size() > MostRows)
    OS << "and " << Sorted.size() - MostRows << " other events\n";
}
