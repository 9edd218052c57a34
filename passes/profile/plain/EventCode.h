//===- EventCode.h - Code of libraries that counts events -------*- C++ -*-===//
//
// Tells which instructions of a library count events, so that a profile does
// not include them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLAIN_EVENTCODE_H
#define UDPC_PASSES_PROFILE_PLAIN_EVENTCODE_H

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace udpc {

/// Whether markEventCode (PlainBuild.h) has marked \p MI.
bool isMarkedEventCode(const llvm::MachineInstr &MI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLAIN_EVENTCODE_H
