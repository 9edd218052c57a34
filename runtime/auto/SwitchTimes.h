//===- SwitchTimes.h - How long sites have been on --------------*- C++ -*-===//
//
// The CPU time for which sites have counted is kept in slots. Each unit of
// instructions has a unit for them, whose site table has the same sites for
// events with a suffix (abi::OnTimeSuffix). So profiles contain the times, and
// merging adds them up. The API does not show these events.
//
// A site of the source may be several instructions: it is on while one of them
// is. Used by HotCode. Needs the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_SWITCHTIMES_H
#define UDPC_RUNTIME_AUTO_SWITCHTIMES_H

#include "runtime/patch/SiteRegistry.h"

namespace udpc {
namespace rt {

/// Records that \p Site, whose state was InstructionSite::Timed, is in \p State
/// from \p Now on, in nanoseconds of CPU time. False if out of memory.
bool noteSwitch(InstructionSite &Site, uint8_t State, uint64_t Now);

/// Returns how many instructions of the slot that \p Site counts in are on.
uint32_t numOn(const InstructionSite &Site);

/// Adds the times up to \p Now to the slots.
void addTimesToSlots(uint64_t Now);
/// Restarts the times of all sites that are on at \p Now.
void restartSlots(uint64_t Now);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_SWITCHTIMES_H
