//===- CostTotals.h - Costs of all threads ----------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_COSTS_COSTTOTALS_H
#define UDPC_RUNTIME_COSTS_COSTTOTALS_H

#include "runtime/costs/CallCounts.h"
#include "runtime/counts/Threads.h"
#include "runtime/system/System.h"

namespace udpc {
namespace rt {

/// Memory for a dump, from the kernel and released at the end. Untouched pages
/// use no memory.
template <typename T> class MappedArray {
public:
  MappedArray() = default;
  MappedArray(const MappedArray &) = delete;
  MappedArray &operator=(const MappedArray &) = delete;
  ~MappedArray() { unmapMemory(Data, Bytes); }

  /// Makes room for \p N zeroed elements and discards the contents. False
  /// without memory.
  bool allocate(uint64_t N) {
    unmapMemory(Data, Bytes);
    Bytes = (N + 1) * sizeof(T); // None is no size.
    Data = static_cast<T *>(mapMemory(Bytes));
    Capacity = Data ? N : 0;
    return Data != nullptr;
  }
  /// The same if there is not enough room.
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

  /// Returns 0 or an errno.
  int collect(const ThreadRecord &T);
  bool any() const { return NumSlots || NumOperations || NumLines; }
};

/// The costs of all lines of all units, all threads added up. Memory depends on
/// the units, not on the number of threads. All functions need the StateLock.
class CostTotals {
public:
  /// Returns 0 or an errno.
  int init();
  void add(const ThreadCosts &T);
  /// After the last thread.
  void finish();

  struct UnitTotals {
    const CostView *View;
    uint64_t *Sums; ///< Of values.
    LineCosts *Lines;
  };
  uint32_t numUnits() const { return NumUnits; }
  const UnitTotals &unit(uint32_t I) const { return Units[I]; }
  const LineCosts &all() const { return All; }
  /// Returns 0 or an errno.
  int countCalls(CallCounts &Calls) const;
  /// Instructions of units whose calls are not recorded, while those of others
  /// are. Returns 0 or an errno.
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
