//===- Groups.cpp - The sites of each function ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/Groups.h"
#include "runtime/base/Bytes.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

HotGroup *rt::Groups;
GroupPlace *rt::GroupPlaces;
static uint64_t Count, Capacity;

/// The code of each module, by its number.
static ModuleFunctions *Codes;
static uint32_t NumCodes;

uint64_t rt::numGroups() { return Count; }

/// Moves \p Array, of which \p Old elements are used, to memory for \p New.
template <typename T> static bool grow(T *&Array, uint64_t Old, uint64_t New) {
  auto *Moved = static_cast<T *>(mapMemory(New * sizeof(T)));
  if (!Moved)
    return false;
  for (uint64_t I = 0; I != Old; ++I)
    Moved[I] = Array[I];
  unmapMemory(Array, Old * sizeof(T));
  Array = Moved;
  return true;
}

static bool reserveGroup() {
  if (Count != Capacity)
    return true;
  uint64_t Larger = Capacity ? 2 * Capacity : 1024;
  // If the second call fails, the first array has more room than is used.
  if (!grow(Groups, Capacity, Larger) || !grow(GroupPlaces, Capacity, Larger))
    return false;
  Capacity = Larger;
  return true;
}

/// Removes the groups of a module whose record is reused.
static void removeGroups(uint32_t Module) {
  uint64_t Kept = 0;
  for (uint64_t I = 0; I != Count; ++I) {
    if (GroupPlaces[I].Module == Module)
      continue;
    Groups[Kept] = Groups[I];
    GroupPlaces[Kept++] = GroupPlaces[I];
  }
  Count = Kept;
}

static bool setCode(uint32_t Module, const ModuleFunctions &Code) {
  if (Module >= NumCodes) {
    uint32_t Larger = 2 * Module + 16;
    if (!grow(Codes, NumCodes, Larger))
      return false;
    NumCodes = Larger;
  }
  Codes[Module] = Code;
  return true;
}

void rt::addGroups(const abi::InstructionRec *Begin,
                   const ModuleFunctions &Code) {
  for (uint32_t I = 0; I != numModules(); ++I) {
    const SiteModule &M = siteModule(I);
    if (!M.IsLive || M.Begin != Begin)
      continue;
    removeGroups(I);
    if (!setCode(I, Code))
      return;
    // Sites are sorted by address, so those of a function follow each other.
    for (uint64_t S = 0; S != M.NumSites; ++S) {
      uintptr_t Function = Code.functionOf(M.Sites[S].Address);
      GroupPlace *Last = Count ? &GroupPlaces[Count - 1] : nullptr;
      if (Last && Last->Module == I && Last->Function == Function) {
        ++Last->End;
        continue;
      }
      if (!reserveGroup())
        return;
      Groups[Count] = {};
      GroupPlaces[Count++] = {Function, I, S, S + 1};
    }
  }
}

/// Finds the group of \p Function. Groups of a module are consecutive and
/// sorted by address.
static HotGroup *findInModule(uint32_t Module, uintptr_t Function) {
  uint64_t Begin = 0;
  while (Begin != Count && GroupPlaces[Begin].Module != Module)
    ++Begin;
  uint64_t End = Begin;
  while (End != Count && GroupPlaces[End].Module == Module)
    ++End;
  uint64_t I = Begin + partitionPoint(End - Begin, [&](uint64_t N) {
                 return GroupPlaces[Begin + N].Function < Function;
               });
  return I != End && GroupPlaces[I].Function == Function ? &Groups[I] : nullptr;
}

HotGroup *rt::findGroup(uintptr_t Address) {
  for (uint32_t I = 0; I != NumCodes && I != numModules(); ++I)
    if (siteModule(I).IsLive && Codes[I].contains(Address))
      return findInModule(I, Codes[I].functionOf(Address));
  return nullptr;
}
