//===- ProfileImage.h - A profile in memory --------------------*- C++ -*-===//
//
// Views event profiles and cache profiles that the runtime itself has written,
// and adds them up, as `udpc merge` does, without allocating memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_IMAGE_PROFILEIMAGE_H
#define UDPC_RUNTIME_OUTPUT_IMAGE_PROFILEIMAGE_H

#include "runtime/output/image/CallSums.h"
#include "udpc/regions.h"

namespace udpc {
namespace rt {

/// Returns the checksum of a profile: of the content, whose checksum is \p
/// Content, followed by \p Header with 0 in the checksum's place.
uint32_t profileChecksum(uint32_t Content, abi::ProfileHeader Header);

/// The parts of a profile of this version.
struct ProfileImage {
  const abi::ProfileHeader *Header;
  /// Null in event profiles.
  const abi::CacheRec *Caches;
  const char *Command;
  /// The first unit, and the first thread.
  const uint8_t *Units, *Threads;
  const uint8_t *End; ///< End of the threads.
  /// The calls follow it. Null in event profiles.
  const abi::CallsRec *Calls;
  /// The regions follow it, up to the end. Null in event profiles.
  const abi::RegionsRec *Regions;

  /// Whether a unit has a reference (udpc/references.h) in place of its table.
  bool HasReferences;

  uint64_t numCalls() const { return Calls ? Calls->NumCalls : 0; }
  const abi::CallRec &call(uint64_t I) const {
    return reinterpret_cast<const abi::CallRec *>(Calls + 1)[I];
  }
};

/// Parses the \p Size bytes at \p Bytes, 8-byte aligned. Returns false if they
/// are no complete profile of this version, or damaged.
bool viewProfile(const uint8_t *Bytes, uint64_t Size, ProfileImage &Image);

/// Returns whether profiles can be added up: both are of one kind, with all
/// tables, and have the same simulated caches, if any.
bool canAdd(const ProfileImage &A, const ProfileImage &B);

/// Returns the number of elements of \p Scratch that addProfiles needs.
inline uint64_t scratchForAdding(const ProfileImage &A, const ProfileImage &B) {
  return uint64_t(A.Header->NumUnits) + 2 * uint64_t(B.Header->NumUnits) +
         CallSums::scratchFor(A.numCalls() + B.numCalls(),
                              A.numCalls() > B.numCalls() ? A.numCalls()
                                                          : B.numCalls());
}
/// Returns the number of elements of \p Scratch that subtractProfile needs.
inline uint64_t scratchForSubtracting(const ProfileImage &Now,
                                      const ProfileImage &Before) {
  return CallSums::scratchFor(Now.numCalls(), Now.numCalls() > Before.numCalls()
                                                  ? Now.numCalls()
                                                  : Before.numCalls());
}

/// Writes the sum to \p Out, which is zeroed and has room for both, and returns
/// its size. Units with equal tables are merged, and threads of equal index.
uint64_t addProfiles(const ProfileImage &A, const ProfileImage &B,
                     uint32_t *Scratch, uint8_t *Out);

/// Writes \p Now minus \p Before to \p Out, which is zeroed and has room for \p
/// Now, and returns its size. \p Before is an earlier profile of the same
/// process. The difference counts as 0 runs.
uint64_t subtractProfile(const ProfileImage &Now, const ProfileImage &Before,
                         uint32_t *Scratch, uint8_t *Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_IMAGE_PROFILEIMAGE_H
