//===- Evaluate.h - Counts of events from slots -----------------*- C++ -*-===//
//
// Reads a site table (udpc/abi.h) and computes the counts of events from those
// of slots. Makes no system calls.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_TABLES_EVALUATE_H
#define UDPC_RUNTIME_TABLES_EVALUATE_H

#include "udpc/abi.h"

namespace udpc {
namespace rt {

/// The parts of a site table.
struct TableView {
  const abi::TableHeader *Header;
  const abi::EventRec *Events;
  const abi::EntryRec *Entries;
  const abi::DerivedRec *Derived;
  const abi::SiteRec *Sites;
  const abi::CandidateRec *Candidates;
  const char *Strings;

  const char *eventName(uint32_t Event) const {
    return Strings + Events[Event].Name;
  }
  uint64_t numValues() const {
    return uint64_t(Header->NumSlots) + Header->NumDerived;
  }
};

/// Splits the \p Size bytes at \p Table, 8-byte aligned. Returns false if they
/// are no table of this version or their parts do not fit.
bool viewTable(const uint8_t *Table, uint64_t Size, TableView &View);

/// Returns whether \p Event has a site in the table.
bool hasSite(const TableView &View, uint32_t Event);

/// Fills in the derived values after the slots' counts in \p Values, which has
/// View.numValues() elements, by values::derive.
void computeDerived(const TableView &View, uint64_t *Values);

/// Returns the count of \p Site: candidates of the same region add up, and the
/// largest sum counts.
uint64_t siteCount(const TableView &View, const abi::SiteRec &Site,
                   const uint64_t *Values);

/// Adds the counts of the table's sites to their events. \p Numbers has the
/// index into \p Sums for each event of the table; events with a negative one
/// are skipped.
void addEventValues(const TableView &View, const uint64_t *Values,
                    const int32_t *Numbers, int64_t *Sums);

/// Adds the counts of the table's sites by command: \p Sums[2 * Number +
/// command] is the sum of the counts, which is positive for dec, too.
void addCommandValues(const TableView &View, const uint64_t *Values,
                      const int32_t *Numbers, int64_t *Sums);

/// Returns the contribution of the table's sites to \p Event.
int64_t eventValue(const TableView &View, uint32_t Event,
                   const uint64_t *Values);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_TABLES_EVALUATE_H
