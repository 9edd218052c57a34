//===- Reserve.h - Memory for writing profiles ------------------*- C++ -*-===//
//
// A program may use up its address space (RLIMIT_AS) before its profile is
// written. So the runtime reserves address space when units are registered. The
// reserve takes no physical memory until it is used.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_RESERVE_H
#define UDPC_RUNTIME_SYSTEM_RESERVE_H

#include <stddef.h>

namespace udpc {
namespace rt {

/// Grows the reserve to at least \p Bytes, if the system has enough address
/// space. Does nothing while the reserve is in use. Needs the StateLock.
void growReserve(size_t Bytes);

/// While an object of this class exists, mapMemory() takes reserved memory for
/// the owner of the StateLock if the system has no other. Needs the StateLock.
class UseOfReserve {
public:
  UseOfReserve();
  ~UseOfReserve();
  UseOfReserve(const UseOfReserve &) = delete;
  UseOfReserve &operator=(const UseOfReserve &) = delete;
};

/// Returns zeroed memory from the reserve; null if there is none. For
/// mapMemory().
void *takeReserved(size_t Bytes);
/// Returns \p Memory to the reserve. False if it is not part of the reserve.
/// For unmapMemory().
bool giveBackReserved(void *Memory, size_t Bytes);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_RESERVE_H
