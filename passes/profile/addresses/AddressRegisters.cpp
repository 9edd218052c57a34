//===- AddressRegisters.cpp - Registers that hold one address -------------===//
//
// The general register that saves most loads serves the points that it can,
// then another one the rest, as long as that saves something. Remaining points
// take the register that is free at most points. KnownAddresses finds the
// points that need no load. Backups for the remaining loads are chosen in the
// same way.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/addresses/AddressRegisters.h"
#include "passes/profile/addresses/KnownAddresses.h"
#include "passes/profile/insertion/FreeRegisters.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;
using namespace udpc;

namespace {

class Chooser : KnownAddresses {
public:
  Chooser(const AddressPoints &Points, const FreeRegisters &Free,
          std::vector<AddressUse> &Uses);

  std::vector<AddressLoad> run();

private:
  /// The registers that code at \p U may change.
  uint16_t freeAt(const AddressUse &U) const {
    return Free.at(*U.Block, U.At).General & ~U.Operands;
  }
  bool mayServe(unsigned Use, AddressHolder Register) const;
  void findDistinct();
  std::pair<AddressHolder, AddressPlan>
  bestPlan(HolderSet Among, llvm::function_ref<std::optional<AddressDemand>(
                                AddressHolder, const AddressPoint &)>
                                DemandOf);
  bool chooseRegister();
  void chooseOthers();
  void chooseScratch();
  void dropOffers();
  bool chooseBackup();
  bool dropUnused();

  const FreeRegisters &Free;
  /// By use: whether later code relies on its register.
  std::vector<bool> IsHeld;
  /// The maximum that a plan with each holder saves: its saving when more
  /// points needed the address.
  std::array<int64_t, StackHolder + 1> MostSaved;
  /// Holders without those that equal an earlier one at all points.
  HolderSet Distinct = 0;
};

} // namespace

Chooser::Chooser(const AddressPoints &Points, const FreeRegisters &Free,
                 std::vector<AddressUse> &Uses)
    : KnownAddresses(Points, Uses), Free(Free), IsHeld(Uses.size()) {
  findDistinct();
  MostSaved.fill(std::numeric_limits<int64_t>::max());
}

void Chooser::findDistinct() {
  std::array<uint64_t, StackHolder + 1> Hashes = {};
  for (const AddressBlock &B : Points.blocks())
    for (const AddressPoint &P : B.Points) {
      HolderSet Operands = 0;
      if (const CodeHere *Here = codeAt(P))
        for (unsigned I : Here->Uses)
          Operands |= Uses[I].Operands;
      for (auto [Holder, Hash] : enumerate(Hashes))
        Hash = hash_combine(Hash, P.Usable >> Holder & 1,
                            P.Changed >> Holder & 1, Operands >> Holder & 1);
    }
  DenseSet<uint64_t> Seen;
  for (auto [Holder, Hash] : enumerate(Hashes))
    if (Seen.insert(Hash >> 1).second)
      Distinct |= setOf(Holder);
}

/// Whether \p Use, which has no register yet, may get \p Register.
bool Chooser::mayServe(unsigned Use, AddressHolder Register) const {
  const AddressUse &U = Uses[Use];
  return U.NeedsAddress && !U.Register && freeAt(U) >> Register & 1;
}

/// The plan that saves most, and its holder.
std::pair<AddressHolder, AddressPlan>
Chooser::bestPlan(HolderSet Among, function_ref<std::optional<AddressDemand>(
                                       AddressHolder, const AddressPoint &)>
                                       DemandOf) {
  SmallVector<AddressHolder> Holders;
  for (; Among; Among &= Among - 1)
    Holders.push_back(countr_zero(Among));
  llvm::sort(Holders, [&](AddressHolder L, AddressHolder R) {
    return MostSaved[L] != MostSaved[R] ? MostSaved[L] > MostSaved[R] : L < R;
  });
  std::pair<AddressHolder, AddressPlan> Best;
  for (AddressHolder Holder : Holders) {
    if (MostSaved[Holder] <= Best.second.Saved)
      break;
    AddressPlan Plan = planLoads(Points, Holder, [&](const AddressPoint &P) {
      return DemandOf(Holder, P);
    });
    MostSaved[Holder] = Plan.Saved;
    if (Plan.Saved > Best.second.Saved)
      Best = {Holder, std::move(Plan)};
  }
  return Best;
}

/// Chooses the register that saves most. Returns whether one saves something.
bool Chooser::chooseRegister() {
  auto DemandOf = [&](AddressHolder Register, const AddressPoint &P) {
    std::optional<AddressDemand> Demand;
    const CodeHere *Here = codeAt(P);
    if (!Here)
      return Demand;
    for (unsigned I : Here->Uses) {
      if (!mayServe(I, Register))
        continue;
      const AddressUse &U = Uses[I];
      if (!Demand && U.IsOffer)
        Demand = {0, AddressCosts::Offer, 0};
      else if (!Demand)
        Demand = {0, AddressCosts::Load};
      if (!U.IsOffer)
        Demand->Alone = AddressCosts::Load;
      // Other registers have to be saved if this one is not free.
      unsigned NumFree = popcount(uint16_t(freeAt(U) & ~(1 << Register)));
      if (NumFree < U.NumScratch)
        Demand->Known += AddressCosts::Save * (U.NumScratch - NumFree);
    }
    if (Demand)
      Demand->Known = std::min(Demand->Known, Demand->Missing - 1);
    return Demand;
  };
  auto [Register, Plan] = bestPlan(Distinct & GeneralHolders, DemandOf);
  for (auto *Served : {&Plan.Known, &Plan.Loading})
    for (const AddressPoint *P : *Served)
      for (unsigned I : codeAt(*P)->Uses)
        if (mayServe(I, Register)) {
          Uses[I].Register = Register;
          IsHeld[I] = true;
        }
  for (const AddressPlan::Place &At : Plan.Loads)
    addLoad(At, Register);
  return Plan.Saved > 0;
}

void Chooser::chooseOthers() {
  std::array<unsigned, X86Code::NumRegisters> Points = {};
  for (const AddressUse &U : Uses)
    if (U.Register)
      Points[*U.Register] += Uses.size(); // More than any others together.
    else if (U.NeedsAddress)
      for (int R = 0; R != X86Code::NumRegisters; ++R)
        Points[R] += freeAt(U) >> R & 1;
  for (AddressUse &U : Uses) {
    uint16_t Usable = freeAt(U);
    if (U.Register || !U.NeedsAddress)
      continue;
    for (int R = 0; R != X86Code::NumRegisters; ++R)
      if (Usable >> R & 1 && (!U.Register || Points[R] > Points[*U.Register]))
        U.Register = R;
  }
}

/// Chooses further free registers. Those that have the address elsewhere come
/// last.
void Chooser::chooseScratch() {
  uint16_t Chosen = 0;
  for (const AddressUse &U : Uses)
    if (U.Register)
      Chosen |= 1 << *U.Register;
  for (auto [Index, U] : enumerate(Uses)) {
    uint16_t Own = U.Register ? 1 << *U.Register : 0;
    uint16_t Others = freeAt(U) & ~Own;
    unsigned Wanted = U.NumScratch;
    // In a loop it is kept, at the price of saving another register.
    bool IsShort = unsigned(llvm::popcount(Others)) < Wanted;
    if (U.MayOverwrite && U.Register && IsShort && !IsHeld[Index]) {
      U.Scratch |= Own;
      --Wanted;
    }
    for (uint16_t Candidates :
         {uint16_t(Others & ~Chosen), uint16_t(Others & Chosen)})
      for (; Candidates && Wanted; Candidates &= Candidates - 1, --Wanted)
        U.Scratch |= Candidates & -Candidates;
  }
}

/// Chooses a backup to copy the address from, rather than to load it again.
/// Returns whether one saves code.
bool Chooser::chooseBackup() {
  auto NumLoads = [&](const CodeHere &Here) {
    auto IsLoaded = [](const auto &Item) {
      return !Item.IsKnown && !Item.Source;
    };
    return count_if(Here.Uses,
                    [&](unsigned I) {
                      return Uses[I].NeedsAddress && IsLoaded(Uses[I]);
                    }) +
           count_if(Here.Loads, [&](unsigned I) { return IsLoaded(Loads[I]); });
  };
  auto DemandOf = [&](AddressHolder, const AddressPoint &P) {
    std::optional<AddressDemand> Demand;
    if (const CodeHere *Here = codeAt(P); Here && NumLoads(*Here))
      Demand = {AddressCosts::Copy, AddressCosts::Load + AddressCosts::Copy};
    return Demand;
  };
  auto [Backup, Plan] = bestPlan(Distinct & BackupHolders, DemandOf);
  for (const AddressPoint *P : Plan.Loading) {
    CodeHere &Here = Code[P->Id];
    auto Loading = find_if(Here.Uses, [&](unsigned I) {
      return Uses[I].NeedsAddress && !Uses[I].IsKnown && !Uses[I].Source;
    });
    if (Loading != Here.Uses.end()) {
      BackupOf[*Loading] = Backup;
      continue;
    }
    // The existing load then finds the address in its register.
    const AddressLoad First = Loads[Here.Loads.front()];
    addLoad({First.Block, First.At, First.Register}, Backup);
    std::rotate(Here.Loads.begin(), std::prev(Here.Loads.end()),
                Here.Loads.end());
  }
  for (const AddressPlan::Place &At : Plan.Loads)
    addLoad(At, Backup);
  return Plan.Saved > 0;
}

/// Removes backups that are never copied from. Returns whether there were any.
bool Chooser::dropUnused() {
  HolderSet Sources = 0;
  auto Note = [&](const auto &Item) {
    if (Item.Source)
      Sources |= setOf(*Item.Source);
  };
  for_each(Uses, Note);
  for_each(Loads, Note);
  bool HasDropped = false;
  for (std::optional<AddressHolder> &Backup : BackupOf)
    if (Backup && !(Sources & setOf(*Backup))) {
      Backup.reset();
      HasDropped = true;
    }
  for (auto [Load, IsDropped] : zip(Loads, AreDropped))
    if (!IsDropped && !Load.IsKnown && Load.Holder >= FirstVector &&
        !(Sources & setOf(Load.Holder)))
      HasDropped = IsDropped = true;
  return HasDropped;
}

/// Removes offers that save no load.
void Chooser::dropOffers() {
  auto NumLoads = [&] {
    auto IsLoaded = [](const auto &Item) { return !Item.IsKnown; };
    return count_if(Uses,
                    [&](const AddressUse &U) {
                      return U.NeedsAddress && !U.IsOffer && IsLoaded(U);
                    }) +
           count_if(Loads, IsLoaded);
  };
  for (AddressUse &U : Uses) {
    if (!U.IsOffer)
      continue;
    auto NumBefore = NumLoads();
    std::optional<int> Register = std::exchange(U.Register, std::nullopt);
    U.NeedsAddress = false;
    findKnown();
    if (NumLoads() == NumBefore)
      continue;
    U.Register = Register;
    U.NeedsAddress = true;
    findKnown();
  }
}

std::vector<AddressLoad> Chooser::run() {
  // More rounds save hardly anything.
  constexpr unsigned MostRegisters = 6, MaxBackups = 3;
  for (unsigned I = 0; I != MostRegisters && chooseRegister(); ++I)
    ;
  chooseOthers();
  chooseScratch();
  findKnown();
  dropOffers();
  for (unsigned I = 0; I != MaxBackups && chooseBackup(); ++I)
    findKnown();
  while (dropUnused())
    findKnown();
  std::vector<AddressLoad> Needed;
  // The order is that of pass().
  for (const AddressBlock &B : Points.blocks())
    for (const AddressPoint &P : B.Points)
      if (const CodeHere *Here = codeAt(P))
        for (unsigned I : Here->Loads)
          if (!AreDropped[I] && !Loads[I].IsKnown)
            Needed.push_back(Loads[I]);
  return Needed;
}

std::vector<AddressLoad> udpc::chooseRegisters(MachineFunction &MF,
                                               const MachineLoopInfo &Loops,
                                               const FreeRegisters &Free,
                                               const UnusedStackSlot &Slot,
                                               std::vector<AddressUse> &Uses) {
  if (Uses.empty())
    return {};
  AddressPoints Points(MF, Loops, Free, Slot);
  return Chooser(Points, Free, Uses).run();
}
