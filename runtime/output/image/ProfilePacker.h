//===- ProfilePacker.h - Packs profiles -------------------------*- C++ -*-===//
//
// Writes a profile in the packed form of udpc/references.h, without allocating
// memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_IMAGE_PROFILEPACKER_H
#define UDPC_RUNTIME_OUTPUT_IMAGE_PROFILEPACKER_H

#include "runtime/output/image/ProfileImage.h"

namespace udpc {
namespace rt {

/// Returns the maximum size of the parts that packParts writes.
uint64_t maxPartsSize(const ProfileImage &Profile);
/// Writes the parts of \p Profile to \p Out; returns their size.
uint64_t packParts(const ProfileImage &Profile, uint8_t *Out);

/// Returns the maximum size that packProfile writes for parts of \p PartsSize
/// bytes.
uint64_t maxPackedSize(uint64_t PartsSize);
/// Writes the packed form of \p Profile, whose parts are \p Parts, to \p Out;
/// returns its size.
uint64_t packProfile(const ProfileImage &Profile, const uint8_t *Parts,
                     uint64_t PartsSize, uint8_t *Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_IMAGE_PROFILEPACKER_H
