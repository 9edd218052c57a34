//===- TableReferences.cpp - References in place of tables ----------------===//

#include "runtime/output/TableReferences.h"
#include "runtime/core/Mappings.h"
#include "runtime/core/Process.h"
#include "runtime/log/BuildId.h"
#include "runtime/logic/Bytes.h"
#include "runtime/logic/Text.h"
#include "udpc/costs.h"
#include "udpc/references.h"

using namespace udpc;
using namespace udpc::rt;

static_assert(MaxBuildId <= abi::MaxBuildIdSize, "ABI");

namespace {
/// A file that is mapped from its first byte on.
struct MappedFile {
  uintptr_t Begin, End;
};
} // namespace

/// By address. Tables in further ones are written.
static MappedFile Files[1024];
static unsigned NumFiles;
static char Name[PATH_MAX];
/// Of the file at IdOf; most tables after one another are of one file.
static uint8_t Id[MaxBuildId];
static unsigned IdSize;
static uintptr_t IdOf;

bool rt::isSmall(const ProfileTarget &Target) {
  return !options().tables && !Target.Added;
}

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

/// The file that \p Address is in, with its build ID in Id; null if there is
/// none.
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

int rt::writeTable(ProfileFile &File, const void *Table, uint64_t Size,
                   uint64_t HeaderSize) {
  auto Address = reinterpret_cast<uintptr_t>(Table);
  const MappedFile *In = File.isSmall() ? fileOf(Address) : nullptr;
  uint64_t IdRoom = (uint64_t(IdSize) + 7) & ~uint64_t(7);
  uint64_t OwnSize = HeaderSize + sizeof(abi::TableReferenceRec) + IdRoom;
  if (!In || OwnSize >= Size)
    return File.write(Table, Size);
  union {
    abi::TableHeader Common; ///< Both begin with magic, version and size.
    abi::CostHeader Costs;
  } Header;
  static_assert(__builtin_offsetof(abi::TableHeader, TotalSize) ==
                    __builtin_offsetof(abi::CostHeader, TotalSize),
                "ABI");
  copyBytes(&Header, Table, HeaderSize);
  abi::TableReferenceRec Rec = {Size, Address - In->Begin, Header.Common.Magic,
                                IdSize};
  Header.Common.Magic = abi::ReferenceMagic;
  Header.Common.TotalSize = OwnSize;
  int Error = File.write(&Header, HeaderSize);
  if (!Error)
    Error = File.write(&Rec, sizeof(Rec));
  if (!Error)
    Error = File.write(Id, IdSize);
  return Error ? Error : File.pad();
}
