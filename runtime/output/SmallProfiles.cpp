//===- SmallProfiles.cpp - References in place of tables ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/SmallProfiles.h"
#include "runtime/base/Bytes.h"
#include "runtime/counts/TableOrigins.h"
#include "runtime/system/Process.h"
#include "udpc/costs.h"
#include "udpc/references.h"

using namespace udpc;
using namespace udpc::rt;

static_assert(MaxBuildId <= abi::MaxBuildIdSize, "ABI");

bool rt::isSmall(const ProfileTarget &Target) {
  return !options().tables && !Target.Added;
}

int rt::writeTable(ProfileWriter &File, const UnitRecord &U, const void *Table,
                   uint64_t Size, uint64_t HeaderSize) {
  TableOrigin Origin;
  if (!File.isSmall() || !findOrigin(U, Table, Origin))
    return File.write(Table, Size);
  uint64_t IdRoom = (uint64_t(Origin.IdSize) + 7) & ~uint64_t(7);
  uint64_t OwnSize = HeaderSize + sizeof(abi::TableReferenceRec) + IdRoom;
  if (OwnSize >= Size)
    return File.write(Table, Size);
  union {
    abi::TableHeader Common; ///< Both begin with magic, version and size.
    abi::CostHeader Costs;
  } Header;
  static_assert(__builtin_offsetof(abi::TableHeader, TotalSize) ==
                    __builtin_offsetof(abi::CostHeader, TotalSize),
                "ABI");
  copyBytes(&Header, Table, HeaderSize);
  abi::TableReferenceRec Rec = {Size, Origin.Address, Header.Common.Magic,
                                Origin.IdSize};
  Header.Common.Magic = abi::ReferenceMagic;
  Header.Common.TotalSize = OwnSize;
  int Error = File.write(&Header, HeaderSize);
  if (!Error)
    Error = File.write(&Rec, sizeof(Rec));
  if (!Error)
    Error = File.write(Origin.Id, Origin.IdSize);
  return Error ? Error : File.pad();
}
