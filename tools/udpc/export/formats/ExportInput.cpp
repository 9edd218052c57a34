//===- ExportInput.cpp - Input of udpc export's formats -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/export/formats/ExportInput.h"

using namespace llvm;
using namespace udpc;

Expected<EventReport> ExportInput::report() const {
  const auto &Profile = *Sum.get<EventProfile>();
  EventReport All = EventReport::compute(Profile);
  EventReport Selected = Filter.apply(Profile, All);
  if (Selected.Events.empty() && !All.Events.empty())
    return Filter.nothingMatches(All);
  return Selected;
}
