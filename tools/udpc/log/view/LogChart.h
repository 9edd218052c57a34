//===- LogChart.h - A chart of one event over time --------------*- C++ -*-===//
//
// Draws the charts of LogPage.cpp as SVG.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_LOG_VIEW_LOGCHART_H
#define UDPC_TOOLS_UDPC_LOG_VIEW_LOGCHART_H

#include "tools/udpc/log/view/LogView.h"

namespace udpc {

/// A time span, in the units of LogInterval.
struct LogSpan {
  uint64_t Begin = 0, End = 0;
  double seconds() const { return double(End - Begin) / 1e9; }
};

/// Formats a label with three digits and steps of 1000: "2.61 M", "13 k",
/// "0.25".
std::string shortNumber(double Value);

/// Returns the width of the space for \p Labels, made by shortNumber(), to the
/// left of a chart. Charts without long labels have the same width.
double spaceForLabels(llvm::ArrayRef<std::string> Labels);

/// Prints event \p Event of \p S as SVG whose time axis is \p Span. A step is
/// the mean of its interval; where many intervals share a step, a band shows
/// their lowest and highest rates. Prints nothing if there is no interval.
void printLogChart(llvm::raw_ostream &OS, const ShownRun &R, const LogSeries &S,
                   size_t Event, const LogView &View, const LogSpan &Span);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOG_VIEW_LOGCHART_H
