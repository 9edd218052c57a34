//===- RegionRecording.h - Interface of regions -----------------*- C++ -*-===//
//
// The costs of regions (udpc/regions.h), as the rest of the runtime uses them.
// Implemented in costs/RegionRecording.cpp. All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_REGIONRECORDING_H
#define UDPC_RUNTIME_INTERFACES_REGIONRECORDING_H

#include "udpc/cache_profile.h"
#include "udpc/regions.h"

namespace udpc {
namespace rt {

struct ThreadRecord;

/// Begins a region. \p T is the calling thread.
void beginRegion(ThreadRecord &T, const char *Name);
/// Ends a region. Returns false if it is not open.
bool endRegion(ThreadRecord &T, const char *Name);

/// Enter and leave a function that is a region, whose stack begins at \p Sp.
void enterRegion(ThreadRecord &T, const char *Name, uint64_t Sp);
void leaveRegion(ThreadRecord &T, const char *Name, uint64_t Sp);

/// Adds the threads' costs so far to their open regions. To be called before
/// the costs of all threads are read.
void updateRegions();
/// Returns a RegionsRec with the number of regions that visitRegions passes
/// afterwards.
abi::RegionsRec countRegions();
/// A region with its costs. Unit numbers of the records are those of profiles.
struct RegionCosts {
  abi::RegionRec Rec;
  const char *Name;
  const abi::CountRec *Slots;
  const abi::LineCountRec *Lines;
};
/// Calls \p Each with each region until it returns an errno, which is returned.
/// ENOMEM if out of memory.
int visitRegions(int (*Each)(const RegionCosts &, void *), void *Data);

/// Called on the thread \p T before it ends and its counts are collected.
void leaveRegions(ThreadRecord &T);
/// Forgets the open regions of \p T.
void clearOpenRegions(ThreadRecord &T);
/// Resets the costs of all regions to 0. Open regions stay open.
void resetRegions();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_REGIONRECORDING_H
