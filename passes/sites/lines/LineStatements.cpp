//===- LineStatements.cpp - The statements of a line ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/LineStatements.h"
#include "ir/Markers.h"
#include "passes/sites/SourceFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

std::string LineStatements::inWords() const {
  if (Columns.size() < 2)
    return "";
  std::string Text =
      "; its " + utostr(Columns.size()) + " statements begin at columns ";
  for (size_t I = 0; I != Columns.size(); ++I)
    Text += (I == 0                    ? ""
             : I + 1 == Columns.size() ? " and "
                                       : ", ") +
            utostr(Columns[I]);
  return Text;
}

void udpc::readStatements(StringRef Value, unsigned Line, LineStatements &To) {
  for (StringRef Item : split(Value, ' ')) {
    unsigned Number = 0;
    if (Item.consumeInteger(10, Number) || Number != Line)
      continue;
    if (Item.consume_front(":")) {
      for (StringRef Column : split(Item, ','))
        if (!Column.getAsInteger(10, Number) &&
            !is_contained(To.Columns, Number))
          To.Columns.push_back(Number);
    } else if (Item.consume_front("<")) {
      auto [Around, Column] = Item.split(':');
      unsigned L = 0, C = 0;
      if (!Around.getAsInteger(10, L) && !Column.getAsInteger(10, C) &&
          L > To.AroundLine) {
        To.AroundLine = L;
        To.AroundColumn = C;
      }
    }
  }
  sort(To.Columns);
}

LineStatements udpc::statementsAt(const Module &M, StringRef File,
                                  unsigned Line) {
  LineStatements Result;
  for (const Function &F : M)
    if (F.hasFnAttribute(StatementsAttribute) && positionOf(F).File == File)
      readStatements(F.getFnAttribute(StatementsAttribute).getValueAsString(),
                     Line, Result);
  return Result;
}
