//===- ProfileInput.cpp - Opens any profile -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/open/ProfileInput.h"
#include "profdata/costs/CostGraph.h"
#include "profdata/file/PackedProfile.h"
#include "profdata/file/ProfileFile.h"
#include "profdata/support/WholeFile.h"
#include "udpc/cache_profile.h"
#include "udpc/log.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace udpc;

ProfileKind udpc::profileKind(StringRef Bytes) {
  if (hasMagic(Bytes, abi::ProfileMagic))
    return ProfileKind::Events;
  if (hasMagic(Bytes, abi::CacheProfileMagic))
    return ProfileKind::Costs;
  if (Bytes.size() >= sizeof(log::Sync) &&
      support::endian::read32le(Bytes.data()) == log::Sync)
    return ProfileKind::Log;
  // Files in Callgrind's format may begin like those in Cachegrind's.
  if (CostGraph::isCallgrindFile(Bytes))
    return ProfileKind::Callgrind;
  return CostGraph::isCachegrindFile(Bytes) ? ProfileKind::Cachegrind
                                            : ProfileKind::Unknown;
}

ProfileKind udpc::kindOfFile(StringRef File) {
  if (!sys::fs::is_regular_file(File))
    return ProfileKind::Unknown;
  auto Begin = MemoryBuffer::getFileSlice(File, sizeof(abi::ProfileMagic), 0);
  return Begin ? profileKind((*Begin)->getBuffer()) : ProfileKind::Unknown;
}

Expected<ProfileInput> ProfileInput::open(StringRef File, ProfilePart Wanted) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer =
      readWholeOrInput(File, mayBeProfile);
  if (!Buffer)
    return Buffer.takeError();
  Expected<ProfileInput> Input = of(std::move(*Buffer), File);
  if (!Input)
    return Input;
  if (Error E = convertContinuous(Input->Contents, File, Wanted, Input->Note))
    return E;
  Input->Kind = profileKind(Input->bytes());
  return Input;
}

Expected<ProfileInput> ProfileInput::of(std::unique_ptr<MemoryBuffer> Contents,
                                        StringRef File) {
  ProfileInput Input;
  Input.File = File.str();
  Input.Contents = std::move(Contents);
  if (Error E = decompressProfile(Input.Contents, File))
    return E;
  Input.Kind = profileKind(Input.bytes());
  return Input;
}
