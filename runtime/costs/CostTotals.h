//===- CostTotals.h - Costs of all threads ----------------------*- C++ -*-===//
//
// Sums the costs of threads by line, for Cachegrind's format, the summary and
// parts of a run. Also the memory and the records of a thread that cost
// profiles are written from.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_COSTTOTALS_H
#define UDPC_RUNTIME_COSTS_COSTTOTALS_H

#include "runtime/costs/CallCounts.h"
#include "runtime/counts/Threads.h"
#include "runtime/system/System.h"

namespace udpc {
namespace rt {

/// Array for the duration of a dump, in memory from the kernel. Untouched pages
/// use no memory.
template <typename T> class MappedArray {
public:
  MappedArray() = default;
  MappedArray(const MappedArray &) = delete;
  MappedArray &operator=(const MappedArray &) = delete;
  ~MappedArray() { unmapMemory(Data, Bytes); }

  /// Makes room for \p N zeroed elements and discards the contents. False if
  /// out of memory.
  bool allocate(uint64_t N) {
    unmapMemory(Data, Bytes);
    Bytes = (N + 1) * sizeof(T); // mmap rejects size 0.
    Data = static_cast<T *>(mapMemory(Bytes));
    Capacity = Data ? N : 0;
    return Data != nullptr;
  }
  /// Makes room like allocate(), but only if there is not enough.
  bool reserve(uint64_t N) { return (Data && N <= Capacity) || allocate(N); }
  T *data() const { return Data; }
  operator T *() const { return Data; }

private:
  T *Data = nullptr;
  size_t Bytes = 0;
  uint64_t Capacity = 0;
};

/// The counts of one thread in units with costs, by unit index.
struct ThreadCosts {
  MappedArray<abi::CountRec> Slots;
  MappedArray<abi::OperationCountRec> Operations;
  MappedArray<abi::LineCountRec> Lines;
  uint64_t NumSlots = 0, NumOperations = 0, NumLines = 0;

  /// Collects the counts of \p T. Returns 0 or an errno.
  int collect(const ThreadRecord &T);
  bool any() const { return NumSlots || NumOperations || NumLines; }
};

/// The costs of all lines of all units, all threads added up. Memory depends on
/// the units, not on the number of threads. All functions need the StateLock.
class CostTotals {
public:
  /// Prepares the sums for all loaded units. Returns 0 or an errno.
  int init();
  /// Adds the costs of a thread.
  void add(const ThreadCosts &T);
  /// Computes the sums of lines. To be called after the last thread.
  void finish();

  struct UnitTotals {
    const CostView *View;
    uint64_t *Sums; ///< Sums of values.
    LineCosts *Lines;
  };
  uint32_t numUnits() const { return NumUnits; }
  const UnitTotals &unit(uint32_t I) const { return Units[I]; }
  const LineCosts &all() const { return All; }
  /// Counts the calls of profiled code. Returns 0 or an errno.
  int countCalls(CallCounts &Calls) const;
  /// Sums the instructions of units whose calls are not recorded, while those
  /// of other units are. Returns 0 or an errno.
  int countWithoutCalls(uint64_t &Instructions) const;

private:
  void addValues(const UnitTotals &U, const abi::CountRec *Begin,
                 const abi::CountRec *End);

  uint32_t NumUnits = 0;
  MappedArray<UnitTotals> Units;
  MappedArray<uint64_t> Sums, Values;
  MappedArray<LineCosts> Lines;
  LineCosts All = {};
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_COSTTOTALS_H
