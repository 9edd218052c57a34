//===- KnownAddresses.cpp - Where an address is known ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/addresses/KnownAddresses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace udpc;

KnownAddresses::KnownAddresses(const AddressPoints &Points,
                               std::vector<AddressUse> &Uses)
    : Points(Points), Uses(Uses), BackupOf(Uses.size()) {
  for (auto [Index, U] : enumerate(Uses)) {
    const void *Id =
        U.At == U.Block->end() ? static_cast<const void *>(U.Block) : &*U.At;
    Code[Id].Uses.push_back(Index);
  }
}

void KnownAddresses::addLoad(const AddressPlan::Place &At,
                             AddressHolder Holder) {
  AddressLoad Load;
  Load.Block = At.Block;
  Load.At = At.At;
  Load.Register = At.Register;
  Load.Holder = Holder;
  const void *Id =
      At.At == At.Block->end() ? static_cast<const void *>(At.Block) : &*At.At;
  Code[Id].Loads.push_back(Loads.size());
  Loads.push_back(Load);
  AreDropped.push_back(false);
}

/// The holders with the address after \p Here, if \p Known have it before.
HolderSet KnownAddresses::pass(const CodeHere &Here, HolderSet Known,
                               bool IsFinal) {
  // Sets \p Item's fields; returns whether it needs a load.
  auto Find = [&](auto &Item, bool IsKnown) {
    if (IsFinal) {
      Item.IsKnown = IsKnown;
      Item.Source.reset();
      if (!IsKnown && Known & BackupHolders)
        Item.Source = countr_zero(Known & BackupHolders);
    }
  };
  for (unsigned I : Here.Uses) {
    AddressUse &U = Uses[I];
    if (U.NeedsAddress) {
      Find(U, U.Register && Known >> *U.Register & 1);
      U.Backup = BackupOf[I];
      if (U.Backup && Known >> *U.Backup & 1)
        U.Backup.reset();
      if (U.Backup)
        Known |= setOf(*U.Backup);
      if (U.Register)
        Known |= setOf(*U.Register);
    }
    Known &= ~HolderSet(U.Scratch);
  }
  for (unsigned I : Here.Loads) {
    if (AreDropped[I])
      continue;
    AddressLoad &L = Loads[I];
    bool IsKnown = Known >> L.Holder & 1;
    Find(L, IsKnown);
    if (IsFinal && Known >> L.Register & 1)
      L.Source = L.Register;
    if (!IsKnown)
      Known |= setOf(L.Register) | setOf(L.Holder);
  }
  return Known;
}

/// Propagates known holders through \p B. Returns whether fewer are known.
bool KnownAddresses::transfer(const AddressBlock &B, bool IsFinal) {
  HolderSet Known = B.IsEntered ? 0 : AllHolders;
  for (unsigned Edge : B.Enters)
    Known &= KnownOn[Edge];
  bool HasChanged = false;
  for (const AddressPoint &P : B.Points) {
    if (const CodeHere *Here = codeAt(P))
      Known = pass(*Here, Known, IsFinal);
    Known &= ~P.Changed;
    for (unsigned Edge : P.Leaves)
      HasChanged |= Known != std::exchange(KnownOn[Edge], Known);
  }
  return HasChanged;
}

void KnownAddresses::findKnown() {
  KnownOn.assign(Points.numEdges(), AllHolders);
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (const AddressBlock &B : Points.blocks())
      HasChanged |= transfer(B, /*IsFinal=*/false);
  }
  for (const AddressBlock &B : Points.blocks())
    transfer(B, /*IsFinal=*/true);
}
