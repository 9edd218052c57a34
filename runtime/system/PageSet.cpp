//===- PageSet.cpp - Allocates pages of an area ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/PageSet.h"

using namespace udpc::rt;

uint64_t PageSet::allocate(uint64_t N) {
  if (!N || N > NumPages)
    return None;
  uint64_t Free = 0;
  for (uint64_t Page = 0; Page != NumPages; ++Page) {
    Free = isUsed(Page) ? 0 : Free + 1;
    if (Free != N)
      continue;
    uint64_t First = Page + 1 - N;
    for (uint64_t P = First; P <= Page; ++P)
      Words[P / 64] |= uint64_t(1) << P % 64;
    NumUsed += N;
    return First;
  }
  return None;
}

void PageSet::release(uint64_t First, uint64_t N) {
  for (uint64_t P = First; P != First + N; ++P)
    Words[P / 64] &= ~(uint64_t(1) << P % 64);
  NumUsed -= N;
}
