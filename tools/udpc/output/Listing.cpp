//===- Listing.cpp - A table with sorting and limits ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/Listing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace llvm;
using namespace udpc;

ListingCell ListingCell::text(StringRef Text) {
  return {Text.str(), Text.str(), 0};
}

ListingCell ListingCell::count(int64_t Count) {
  return {grouped(Count), "", static_cast<long double>(Count)};
}

ListingCell ListingCell::share(int64_t Part, int64_t Whole) {
  return {percent(Part, Whole), "",
          Whole ? static_cast<long double>(Part) / Whole : -1};
}

Error Listing::sort(StringRef Names) {
  std::vector<size_t> By;
  for (StringRef Name : split(Names, ',')) {
    auto Found = find_if(
        Columns, [&](const ListingColumn &C) { return C.Name == Name; });
    if (Found == Columns.end())
      return createStringError(
          "--sort: there is no column '" + Name + "'; there are: " +
          join(
              map_range(Columns, [](const ListingColumn &C) { return C.Name; }),
              ", "));
    By.push_back(Found - Columns.begin());
  }
  auto IsBefore = [&](size_t A, size_t B) {
    for (size_t I : By) {
      const ListingCell &OfA = Rows[A][I], &OfB = Rows[B][I];
      if (int Order = StringRef(OfA.Key).compare(OfB.Key))
        return Order < 0;
      if (OfA.Number != OfB.Number)
        return (OfA.Number < OfB.Number) ==
               (Columns[I].Order == ListingColumn::Ascending);
    }
    return A < B;
  };
  std::vector<size_t> Order(Rows.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, IsBefore);
  std::vector<std::vector<ListingCell>> Sorted;
  for (size_t Row : Order)
    Sorted.push_back(std::move(Rows[Row]));
  Rows = std::move(Sorted);
  return Error::success();
}

void Listing::print(raw_ostream &OS, size_t Limit) const {
  std::vector<std::string> Heads;
  std::vector<Table::Align> Aligns;
  for (const ListingColumn &C : Columns) {
    Heads.push_back(C.Name);
    Aligns.push_back(C.Align);
  }
  Table T(Heads, Aligns);
  for (const auto &Row : ArrayRef(Rows).take_front(Limit)) {
    std::vector<std::string> Cells;
    for (const ListingCell &Cell : Row)
      Cells.push_back(Cell.Text);
    T.add(std::move(Cells));
  }
  T.print(OS);
}
