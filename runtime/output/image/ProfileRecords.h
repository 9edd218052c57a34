//===- ProfileRecords.h - The records of a profile's threads ---*- C++ -*-===//
//
// Iterates over, adds and subtracts the records of a profile. A thread has up
// to three lists of records: slots, and in cache profiles operations and lines.
// All begin with their unit and an index, by which they are sorted, so the same
// code handles them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_IMAGE_PROFILERECORDS_H
#define UDPC_RUNTIME_OUTPUT_IMAGE_PROFILERECORDS_H

#include "udpc/cache_profile.h"
#include "udpc/regions.h"

namespace udpc {
namespace rt {

constexpr unsigned NumRecordKinds = 3;
constexpr uint64_t RecordSizes[NumRecordKinds] = {
    sizeof(abi::CountRec), sizeof(abi::OperationCountRec),
    sizeof(abi::LineCountRec)};

struct RecordKey {
  uint32_t Unit, Place;

  bool operator<(RecordKey O) const {
    return Unit != O.Unit ? Unit < O.Unit : Place < O.Place;
  }
};

inline RecordKey keyOf(const uint8_t *Record) {
  return *reinterpret_cast<const RecordKey *>(Record);
}

struct RecordRange {
  const uint8_t *Begin;
  uint64_t Count;
};

struct ThreadPart {
  uint64_t Index, Tid;
  RecordRange Records[NumRecordKinds];
};

/// Reads the thread at \p At; returns where the next one begins.
const uint8_t *readThread(const uint8_t *At, bool HasCosts, ThreadPart &Part);

struct RegionPart {
  const abi::RegionRec *Rec; ///< The name follows it.
  RecordRange Records[NumRecordKinds];
};

/// Reads the region at \p At; returns where the next one begins.
const uint8_t *readRegion(const uint8_t *At, RegionPart &Part);

/// Returns the site table or cost table of the unit at \p Unit (abi::UnitRec).
const uint8_t *tableOf(const uint8_t *Unit);
/// Returns the size of the unit, including its table.
uint64_t unitSize(const uint8_t *Unit);

/// Adds the record \p From to \p To, which has the same unit and index. \p Kind
/// is an index of RecordSizes; \p Table is the site table, null for costs.
void addRecord(unsigned Kind, const uint8_t *Table, uint8_t *To,
               const uint8_t *From);
/// Subtracts \p From, which was counted earlier, from \p To. Fields that cannot
/// be subtracted, such as maxima, are kept.
void subtractRecord(unsigned Kind, uint8_t *To, const uint8_t *From);
/// Returns whether the record's counts are 0.
bool isEmptyRecord(unsigned Kind, const uint8_t *Record);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_IMAGE_PROFILERECORDS_H
