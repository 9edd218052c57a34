//===- SwitchTimes.h - How long sites have been on --------------*- C++ -*-===//
//
// The CPU time for which sites have counted is kept in slots, in a unit for
// each unit of instructions, whose site table has the same sites for events
// with a suffix (abi::OnTimeSuffix). So profiles have it, and merging adds it
// up. The API does not show these events.
//
// A site of the source may be several instructions: it is on while one of them
// is. Needs the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_SWITCHTIMES_H
#define UDPC_RUNTIME_AUTO_SWITCHTIMES_H

#include "runtime/patch/SiteRegistry.h"

namespace udpc {
namespace rt {

/// Records that \p Site, whose state was InstructionSite::Timed, is in \p State
/// from \p Now on, in nanoseconds of CPU time. False without memory.
bool noteSwitch(InstructionSite &Site, uint8_t State, uint64_t Now);

/// How many instructions of the slot that \p Site counts in are on.
uint32_t numOn(const InstructionSite &Site);

/// Adds the times up to \p Now to the slots.
void addTimesToSlots(uint64_t Now);
/// What is on has been since \p Now.
void restartSlots(uint64_t Now);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_SWITCHTIMES_H
