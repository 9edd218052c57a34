//===- KnownAddresses.h - Where an address is known -------------*- C++ -*-===//
//
// A dataflow analysis that finds the uses of an address that need no load: on
// all paths to them a register or backup has the address. Used by
// AddressRegisters.cpp, which chooses the registers and backups.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_ADDRESSES_KNOWNADDRESSES_H
#define UDPC_PASSES_PROFILE_ADDRESSES_KNOWNADDRESSES_H

#include "passes/profile/addresses/AddressPlan.h"
#include "passes/profile/addresses/AddressRegisters.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace udpc {

/// The uses and loads of an address in a function, whose registers and backups
/// may change between the calls of findKnown().
class KnownAddresses {
protected:
  KnownAddresses(const AddressPoints &Points, std::vector<AddressUse> &Uses);

  /// The uses and loads at a point.
  struct CodeHere {
    llvm::SmallVector<unsigned, 1> Uses, Loads;
  };

  const CodeHere *codeAt(const AddressPoint &P) const {
    auto It = Code.find(P.Id);
    return It == Code.end() ? nullptr : &It->second;
  }
  void addLoad(const AddressPlan::Place &At, AddressHolder Holder);
  /// Sets IsKnown, Source and Backup of all uses and loads.
  void findKnown();

  const AddressPoints &Points;
  std::vector<AddressUse> &Uses;
  std::vector<AddressLoad> Loads;
  std::vector<char> AreDropped; ///< By load.
  /// By use: the backup to copy the address to, unless that has it.
  std::vector<std::optional<AddressHolder>> BackupOf;
  llvm::DenseMap<const void *, CodeHere> Code;

private:
  HolderSet pass(const CodeHere &Here, HolderSet Known, bool IsFinal);
  bool transfer(const AddressBlock &B, bool IsFinal);

  /// The holders with the address on each edge.
  std::vector<HolderSet> KnownOn;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_ADDRESSES_KNOWNADDRESSES_H
