//===- Bursts.cpp - Leaders and followers of misses -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/cache/model/Bursts.h"

using namespace udpc;
using namespace udpc::rt;

uint64_t FollowedLeader::frequentLines() const {
  unsigned Most = 0;
  for (uint8_t Count : Distances)
    Most = Count > Most ? Count : Most;
  uint64_t Lines = 0;
  for (unsigned I = 0; I != NumDistances; ++I)
    if (Distances[I] && Distances[I] * 4u >= Most)
      Lines |= uint64_t(1) << I;
  return Lines;
}

void FollowedLeader::merge(const FollowedLeader &Other) {
  uint64_t Seen = NumSeen + Other.NumSeen;
  if (Other.LeaderPlus1 != LeaderPlus1) {
    if (Other.NumFollowed > NumFollowed)
      *this = Other;
    NumSeen = Seen;
    return;
  }
  NumSeen = Seen;
  Votes = Votes > UINT32_MAX - Other.Votes ? UINT32_MAX : Votes + Other.Votes;
  NumFollowed += Other.NumFollowed;
  for (unsigned I = 0; I != NumDistances; ++I)
    Distances[I] =
        static_cast<uint8_t>((Distances[I] + Other.Distances[I]) / 2);
}
