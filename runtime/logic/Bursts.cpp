//===- Bursts.cpp - Misses that follow others nearby ----------------------===//

#include "runtime/logic/Bursts.h"

using namespace udpc;
using namespace udpc::rt;

void Following::merge(const Following &Other) {
  if (!Other.NumFollowed)
    return;
  if (NumFollowed && Leader == Other.Leader) {
    Votes += Other.Votes;
    NumFollowed += Other.NumFollowed;
    for (unsigned I = 0; I != NumLines; ++I)
      Counts[I] += Other.Counts[I];
    return;
  }
  // The winner of all votes together.
  if (Votes >= Other.Votes) {
    Votes -= Other.Votes;
    return;
  }
  uint64_t Left = Other.Votes - Votes;
  *this = Other;
  Votes = Left;
}

void Following::write(abi::OperationCountRec &Out) const {
  Out.Leader = abi::NoIndex;
  if (!NumFollowed)
    return;
  Out.Leader = Leader;
  Out.NumFollowed = NumFollowed;
  uint64_t Most = 0;
  for (uint64_t Count : Counts)
    Most = Count > Most ? Count : Most;
  for (unsigned I = 0; I != NumLines; ++I)
    if (Counts[I] * 2 >= Most)
      Out.LeaderLines |= uint64_t(1) << I;
}
