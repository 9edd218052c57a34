//===- UnitOrder.h - The order of units in written profiles -----*- C++ -*-===//
//
// Makes the bytes of merged profiles independent of the order of merging. Used
// by EventProfile and CacheProfile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_TABLES_UNITORDER_H
#define UDPC_PROFDATA_TABLES_UNITORDER_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

namespace udpc {

/// Returns the numbers of \p Units, sorted by module, source file and contents,
/// which do not depend on the order in which profiles were added. \p Modules
/// has the module of each unit.
template <typename Unit>
std::vector<uint32_t> unitOrder(const std::vector<Unit> &Units,
                                const std::vector<std::string> &Modules) {
  std::vector<uint32_t> Order(Units.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](uint32_t L, uint32_t R) {
    auto Key = [&](uint32_t I) {
      return std::make_tuple(llvm::StringRef(Modules[I]), Units[I].sourceFile(),
                             Units[I].bytes());
    };
    return Key(L) < Key(R);
  });
  return Order;
}

} // namespace udpc

#endif // UDPC_PROFDATA_TABLES_UNITORDER_H
