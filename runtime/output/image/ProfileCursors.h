//===- ProfileCursors.h - Iterates over a profile's parts -------*- C++ -*-===//
//
// Cursors over the threads and regions of a profile in memory, to add and to
// subtract profiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_IMAGE_PROFILECURSORS_H
#define UDPC_RUNTIME_OUTPUT_IMAGE_PROFILECURSORS_H

#include "runtime/output/image/ProfileImage.h"

namespace udpc {
namespace rt {

/// Cursor over the threads of a profile.
class ThreadCursor {
public:
  explicit ThreadCursor(const ProfileImage &Image)
      : At(Image.Threads), End(Image.End), HasCosts(Image.Caches) {
    next();
  }
  void next() {
    IsValid = At != End;
    if (IsValid)
      At = readThread(At, HasCosts, Part);
  }

  ThreadPart Part;
  bool IsValid;

private:
  const uint8_t *At, *End;
  bool HasCosts;
};

/// Cursor over the regions of a profile.
class RegionCursor {
public:
  explicit RegionCursor(const ProfileImage &Image)
      : At(reinterpret_cast<const uint8_t *>(Image.Regions + 1)),
        Left(Image.Regions->NumRegions) {
    next();
  }
  void next() {
    IsValid = Left != 0;
    if (!IsValid)
      return;
    --Left;
    At = readRegion(At, Part);
  }
  uint64_t id() const { return Part.Rec->Id; }

  RegionPart Part;
  bool IsValid;

private:
  const uint8_t *At;
  uint64_t Left;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_IMAGE_PROFILECURSORS_H
