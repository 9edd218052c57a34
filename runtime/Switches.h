//===- Switches.h - Which events are on ------------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_SWITCHES_H
#define UDPC_RUNTIME_SWITCHES_H

namespace udpc {
namespace rt {

/// Turns the sites of all events on or off as their switches stand. Needs the
/// StateLock.
void applySwitches();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SWITCHES_H
