//===- Summary.h - A run's costs in a few lines ----------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_COSTS_SUMMARY_H
#define UDPC_RUNTIME_COSTS_SUMMARY_H

#include "runtime/logic/CostView.h"
#include "runtime/logic/Text.h"

namespace udpc {
namespace rt {

/// Writes what Cachegrind prints when a program ends, in its layout. Without
/// simulated caches these are the references only.
void addSummary(TextBuffer &Out, uint64_t Pid, const LineCosts &Totals,
                bool HasCaches);

/// What Cachegrind says of a cache: "32768 B, 64 B, 8-way associative".
void addGeometry(TextBuffer &Out, const abi::CacheGeometry &Cache);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_SUMMARY_H
