//===- TableOrigins.cpp - The files that contain tables -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/TableOrigins.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/modules/Mappings.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <limits.h>

using namespace udpc;
using namespace udpc::rt;

namespace {
/// A file that is mapped from its first byte.
struct MappedFile {
  uintptr_t Begin, End;
};
} // namespace

/// The files, sorted by address. Tables in files beyond them have no origin.
static MappedFile Files[1024];
static unsigned NumFiles;
static char Name[PATH_MAX];
/// Build ID of the file at IdOf; consecutive tables are mostly in one file.
static uint8_t Id[MaxBuildId];
static unsigned IdSize;
static uintptr_t IdOf;

static void visit(const Mapping &Map, void *) {
  if (*Map.Name != '/')
    return;
  if (!Map.Offset) {
    TextBuffer(Name, sizeof(Name)).add(Map.Name);
    if (NumFiles == sizeof(Files) / sizeof(*Files))
      *Name = 0;
    else
      Files[NumFiles++] = {Map.Start, Map.End};
  } else if (NumFiles && sameText(Map.Name, Name)) {
    Files[NumFiles - 1].End = Map.End;
  }
}

void rt::findTableFiles() {
  NumFiles = 0;
  IdOf = 0;
  *Name = 0;
  if (!options().tables)
    visitMappings(visit, nullptr);
}

/// Returns the file that contains \p Address, and reads its build ID to Id;
/// null if there is none.
static const MappedFile *fileOf(uintptr_t Address) {
  for (unsigned I = 0; I != NumFiles; ++I) {
    const MappedFile &F = Files[I];
    if (Address < F.Begin || Address >= F.End)
      continue;
    if (IdOf != F.Begin) {
      IdSize = readBuildId(F.Begin, Id);
      IdOf = F.Begin;
    }
    return IdSize ? &F : nullptr;
  }
  return nullptr;
}

static bool findMapped(const void *Table, TableOrigin &Origin) {
  auto Address = reinterpret_cast<uintptr_t>(Table);
  const MappedFile *In = fileOf(Address);
  if (!In)
    return false;
  Origin.Address = Address - In->Begin;
  Origin.IdSize = IdSize;
  copyBytes(Origin.Id, Id, IdSize);
  return true;
}

bool rt::findOrigin(const UnitRecord &U, const void *Table,
                    TableOrigin &Origin) {
  if (!U.Copy)
    return findMapped(Table, Origin);
  Origin = U.Copy->Origin;
  // \p Table may be the packed copy of a cost table, which follows it.
  Origin.Address += static_cast<const uint8_t *>(Table) - U.Copy->Begin;
  return Origin.IdSize != 0;
}

const uint8_t *rt::copyTable(UnitRecord &U, const uint8_t *Table, size_t Size) {
  size_t Place = (Size + 7) & ~size_t(7);
  auto *Begin = static_cast<uint8_t *>(mapMemory(Place + sizeof(TableCopy)));
  if (!Begin)
    return nullptr;
  copyBytes(Begin, Table, Size);
  auto *Copy = reinterpret_cast<TableCopy *>(Begin + Place);
  Copy->Begin = Begin;
  findMapped(Table, Copy->Origin);
  U.Copy = Copy;
  return Begin;
}
