//===- LoadedModules.cpp - The payload of a record of modules -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/log/LoadedModules.h"
#include "runtime/base/Crc32.h"
#include "runtime/base/Text.h"
#include "runtime/modules/BuildId.h"
#include "runtime/modules/Mappings.h"
#include "udpc/log.h"
#include <errno.h>
#include <limits.h>
#include <sys/mman.h>

using namespace udpc;
using namespace udpc::rt;

namespace {
struct Search {
  MemoryImage &Out;
  uint32_t Count = 0;
  int Error = 0;

  void add(const void *Data, uint64_t Size) {
    if (!Error)
      Error = Out.writeAt(Data, Size, Out.Size);
  }
};
} // namespace

/// The file of the mappings that are being visited, and the address of its
/// first byte. Guarded by the StateLock.
static char File[PATH_MAX];
static uintptr_t Base;

static void visit(const Mapping &Map, void *Data) {
  auto &S = *static_cast<Search *>(Data);
  if (*Map.Name != '/')
    return;
  if (!sameText(Map.Name, File) || !Map.Offset) {
    TextBuffer(File, sizeof(File)).add(Map.Name);
    Base = Map.Offset ? 0 : Map.Start;
  }
  if (!(Map.Protection & PROT_EXEC))
    return;
  uint8_t Id[MaxBuildId];
  unsigned IdSize = Base ? readBuildId(Base, Id) : 0;
  log::ModuleRec Rec = {Map.Start, Map.End, Map.Offset,
                        static_cast<uint32_t>(lengthOf(Map.Name)), IdSize};
  S.add(&Rec, sizeof(Rec));
  S.add(Map.Name, Rec.PathSize);
  S.add(Id, IdSize);
  S.add("\0\0\0\0\0\0\0", -(Rec.PathSize + IdSize) & 7);
  ++S.Count;
}

int rt::findLoadedModules(MemoryImage &Out) {
  Search S{Out};
  log::ModulesRec Rec = {};
  S.add(&Rec, sizeof(Rec));
  *File = 0;
  if (!visitMappings(visit, &S))
    return ENOENT;
  Rec.Count = S.Count;
  return S.Error ? S.Error : Out.writeAt(&Rec, sizeof(Rec), 0);
}

uint32_t rt::checksumOf(const MemoryImage &Modules) {
  uint32_t Sum = crc32(0, Modules.Bytes, Modules.Size);
  return Sum ? Sum : 1;
}
