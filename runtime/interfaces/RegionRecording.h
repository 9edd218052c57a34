//===- RegionRecording.h - Interface of regions -----------------*- C++ -*-===//
//
// The costs of regions (udpc/regions.h), as the rest of the runtime uses them
// (costs/RegionRecording.cpp). All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_REGIONRECORDING_H
#define UDPC_RUNTIME_INTERFACES_REGIONRECORDING_H

#include "udpc/cache_profile.h"
#include "udpc/regions.h"

namespace udpc {
namespace rt {

struct ThreadRecord;

/// \p T is the calling thread.
void beginRegion(ThreadRecord &T, const char *Name);
/// False if it is not open.
bool endRegion(ThreadRecord &T, const char *Name);

/// The same for a function whose stack begins at \p Sp.
void enterRegion(ThreadRecord &T, const char *Name, uint64_t Sp);
void leaveRegion(ThreadRecord &T, const char *Name, uint64_t Sp);

/// Adds what threads have cost so far to the regions that they have open. To be
/// called before the costs of all threads are read.
void updateRegions();
/// With the number of regions that visitRegions then passes.
abi::RegionsRec countRegions();
/// What visitRegions passes: the unit numbers of the records are those of
/// profiles.
struct RegionCosts {
  abi::RegionRec Rec;
  const char *Name;
  const abi::CountRec *Slots;
  const abi::LineCountRec *Lines;
};
/// Calls \p Each with each region, until it returns an errno, which is
/// returned. ENOMEM without memory.
int visitRegions(int (*Each)(const RegionCosts &, void *), void *Data);

/// Called on the thread \p T, which ends, before its counts are collected.
void leaveRegions(ThreadRecord &T);
/// Clears which regions \p T has open.
void clearOpenRegions(ThreadRecord &T);
/// All regions have cost nothing so far. Those that are open stay so.
void resetRegions();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_REGIONRECORDING_H
