//===- RegionTree.cpp - The regions of a program --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/RegionTree.h"
#include "runtime/base/Bytes.h"

using namespace udpc;
using namespace udpc::rt;

/// Name of the region for regions that have no room and are begun outside of
/// all others.
static constexpr char OtherName[] = "(other)";

/// Returns the size of \p Name as stored in profiles.
static uint32_t sizeOf(const char *Name) {
  uint32_t Size = 0;
  while (Size != abi::MaxRegionName && Name[Size])
    ++Size;
  return Size;
}

static bool hasName(const RegionNode &N, const char *Name, uint32_t Size) {
  return N.NameSize == Size && sameBytes(N.Name, Name, Size);
}

RegionStack::Entry *RegionStack::find(uint64_t NameHash) {
  for (uint32_t I = Depth; I--;)
    if (Entries[I].NameHash == NameHash)
      return &Entries[I];
  return nullptr;
}

bool RegionStack::hasOwnNode(const Entry *E) const {
  return E == Entries || E[-1].Node != E->Node;
}

RegionNode *RegionTree::add(RegionNode *Parent, const char *Name, uint32_t Size,
                            uint64_t Hash) {
  RegionNode &N = Nodes[NumNodes];
  N.NameHash = Hash;
  N.Parent = Parent;
  N.NameSize = Size;
  copyBytes(N.Name, Name, Size);
  N.Id = hashBytes(Name, Size, (Parent ? Parent->Id : FirstHash) * 31);
  // The Id must be unique.
  auto IsTaken = [&](uint64_t Id) {
    for (uint32_t I = 0; I != NumNodes; ++I)
      if (Nodes[I].Id == Id)
        return true;
    return !Id;
  };
  while (IsTaken(N.Id))
    ++N.Id;
  uint32_t At = NumNodes++;
  for (; At && Sorted[At - 1]->Id > N.Id; --At)
    Sorted[At] = Sorted[At - 1];
  Sorted[At] = &N;
  return &N;
}

RegionNode *RegionTree::find(RegionNode *Parent, const char *Name,
                             uint32_t Size, uint64_t Hash) {
  for (uint32_t I = 0; I != NumNodes; ++I)
    if (Nodes[I].Parent == Parent && Nodes[I].NameHash == Hash &&
        hasName(Nodes[I], Name, Size))
      return &Nodes[I];
  if (NumNodes < abi::MaxRegions - 1)
    return add(Parent, Name, Size, Hash);
  ++NumLimits;
  if (Parent)
    return Parent;
  uint32_t OtherSize = sizeof(OtherName) - 1;
  uint64_t OtherHash = hashBytes(OtherName, OtherSize);
  if (NumNodes < abi::MaxRegions)
    return add(nullptr, OtherName, OtherSize, OtherHash);
  return &Nodes[abi::MaxRegions - 1];
}

void RegionStack::endBelow(uint64_t Last) {
  for (uint32_t I = 0; I != Depth; ++I)
    if (Entries[I].StackPointer && Entries[I].StackPointer <= Last) {
      Depth = I;
      NumIgnored = 0;
      return;
    }
}

void RegionTree::enter(RegionStack &Stack, const char *Name, uint64_t Sp) {
  Stack.endBelow(Sp);
  begin(Stack, Name, Sp);
}

void RegionTree::leave(RegionStack &Stack, const char *Name, uint64_t Sp) {
  Stack.endBelow(Sp - 1);
  RegionStack::Entry *Open = Stack.find(hashBytes(Name, sizeOf(Name)));
  // Null if the function was entered before the runtime started.
  if (!Open)
    return;
  if (Open->StackPointer == Sp)
    Open->Times = 1; // The functions that it called have ended.
  end(Stack, Name);
}

void RegionTree::begin(RegionStack &Stack, const char *Name, uint64_t Sp) {
  uint32_t Size = sizeOf(Name);
  uint64_t Hash = hashBytes(Name, Size);
  if (RegionStack::Entry *Open = Stack.find(Hash)) {
    ++Open->Times;
    Open->Node->Begins += Stack.hasOwnNode(Open);
    return;
  }
  if (Stack.Depth == abi::MaxRegions) {
    ++NumLimits;
    ++Stack.NumIgnored;
    return;
  }
  RegionNode *Node = find(Stack.top(), Name, Size, Hash);
  RegionStack::Entry &New = Stack.Entries[Stack.Depth++];
  New = {Hash, Node, 1, Sp};
  Node->Begins += Stack.hasOwnNode(&New);
}

bool RegionTree::end(RegionStack &Stack, const char *Name) {
  RegionStack::Entry *Open = Stack.find(hashBytes(Name, sizeOf(Name)));
  if (!Open) {
    if (Stack.NumIgnored) {
      --Stack.NumIgnored;
      return true;
    }
    ++NumUnmatched;
    return false;
  }
  Open->Node->Ends += Stack.hasOwnNode(Open);
  if (--Open->Times)
    return true;
  Stack.Depth = static_cast<uint32_t>(Open - Stack.Entries);
  Stack.NumIgnored = 0;
  return true;
}

void RegionTree::reset() {
  NumLimits = NumUnmatched = 0;
  for (uint32_t I = 0; I != NumNodes; ++I)
    Nodes[I].Begins = Nodes[I].Ends = 0;
}
