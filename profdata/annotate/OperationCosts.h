//===- OperationCosts.h - Costs of memory operations ------------*- C++ -*-===//
//
// Adds up the costs of instructions in cache profiles by key, so that they can
// be shown beside a binary's instructions. Used by Assembly.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_OPERATIONCOSTS_H
#define UDPC_PROFDATA_ANNOTATE_OPERATIONCOSTS_H

#include "profdata/cache/CacheProfile.h"
#include <map>

namespace udpc {

/// The costs of instructions with memory operands, by their keys.
class OperationCosts {
public:
  void add(const CacheProfile &Profile);

  /// Returns the costs of the operations with \p Key that store, or that load,
  /// in code order. Several operations of one line may share a key.
  llvm::ArrayRef<CostCounts> find(const MemoryOperationKey &Key,
                                  bool Stores) const;
  bool empty() const { return Costs.empty(); }

private:
  using List = std::vector<CostCounts>;
  using Map = std::map<std::pair<MemoryOperationKey, bool>, List>;
  static void addTo(List &To, const List &More);

  Map Costs;
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_OPERATIONCOSTS_H
