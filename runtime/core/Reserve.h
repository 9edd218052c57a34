//===- Reserve.h - Memory for writing profiles ------------------*- C++ -*-===//
//
// A program may use up its address space (RLIMIT_AS) before its profile is
// written. So address space is reserved when units are registered; it takes no
// memory until it is used.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_RESERVE_H
#define UDPC_RUNTIME_CORE_RESERVE_H

#include <stddef.h>

namespace udpc {
namespace rt {

/// Makes the reserve at least \p Bytes, if the system has as much. Needs the
/// StateLock.
void growReserve(size_t Bytes);

/// While one exists, mapMemory() of the thread takes reserved memory if the
/// system has no other. Needs the StateLock.
class UseOfReserve {
public:
  UseOfReserve();
  ~UseOfReserve();
  UseOfReserve(const UseOfReserve &) = delete;
  UseOfReserve &operator=(const UseOfReserve &) = delete;
};

/// For System.cpp: zeroed memory, or null.
void *takeReserved(size_t Bytes);
/// Takes \p Memory back. False if it is not of the reserve.
bool giveBackReserved(void *Memory, size_t Bytes);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_RESERVE_H
