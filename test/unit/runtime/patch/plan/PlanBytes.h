//===- PlanBytes.h - A plan file to test with -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_RUNTIME_PATCH_PLAN_PLANBYTES_H
#define UDPC_TEST_UNIT_RUNTIME_PATCH_PLAN_PLANBYTES_H

#include "profdata/tables/SiteTable.h"
#include "runtime/base/Crc32.h"
#include "runtime/patch/plan/PlanView.h"
#include <cstring>
#include <string>
#include <vector>

namespace udpc {

/// A plan with two patches, three slots and some of everything else.
struct PlanBytes {
  plan::Header H = {};
  std::vector<uint8_t> File;

  template <typename T> void append(const std::vector<T> &Records) {
    auto *Bytes = reinterpret_cast<const uint8_t *>(Records.data());
    File.insert(File.end(), Bytes, Bytes + Records.size() * sizeof(T));
    File.resize((File.size() + 7) & ~size_t(7));
  }

  PlanBytes() {
    memcpy(H.Magic, plan::Magic, sizeof(H.Magic));
    H.Version = plan::Version;
    H.Begin = 0x1000;
    H.End = 0x2000;
    H.Machine = 62;
    std::vector<uint8_t> Code(40, 0x90), Id = {1, 2, 3};
    std::string Path("/bin/a\0", 7);
    std::vector<plan::FixupRec> Fixups = {{4, 0, 0x1200, -4, 0},
                                          {36, 1, 64, -4, 0}};
    std::vector<plan::PatchRec> Patches = {
        {0x1100, 0, 0, 0, 0, 2, 6, 0, 1, 0},
        {0x1200, 1, 8, 12, 2, 1, 1, 4, plan::NoField, 0}};
    std::vector<uint32_t> Slots = {0, 2, 1};
    std::vector<plan::CountRec> Counts = {{0, 2, 6}, {2, 8, 127}};
    std::vector<plan::MovedRec> Moved = {
        {0x1100, 0, 0}, {0x1103, 12, 0}, {0x1200, 8, 0}};
    std::vector<uint8_t> Bytes(14, 0xcc);
    SiteTableBuilder Builder;
    uint32_t Event = Builder.addEvent("calls", -1);
    for (uint32_t I = 0; I != 3; ++I) {
      abi::SiteRec S = {};
      S.Event = Event;
      Builder.addSite(S, {{I, 0, 0, 0, 0}});
    }
    Builder.setNumSlots(3);
    std::vector<uint8_t> Table = Builder.finish();
    H.BuildIdSize = 3;
    H.PathSize = 7;
    H.CodeSize = 40;
    H.NumFixups = 2;
    H.NumPatches = 2;
    H.NumPatchSlots = 3;
    H.NumCounts = 2;
    H.NumMoved = 3;
    H.PatchBytesSize = 14;
    H.TableSize = uint32_t(Table.size());
    H.NumSlots = 3;
    File.resize(sizeof(H));
    append(Id);
    append(std::vector<char>(Path.begin(), Path.end()));
    append(Code);
    append(Fixups);
    append(Patches);
    append(Slots);
    append(Counts);
    append(Moved);
    append(Bytes);
    append(Table);
    H.Size = File.size();
    sign();
  }
  void sign() {
    H.Checksum = 0;
    uint32_t Sum =
        rt::crc32(0, File.data() + sizeof(H), File.size() - sizeof(H));
    H.Checksum = rt::crc32(Sum, &H, sizeof(H));
    memcpy(File.data(), &H, sizeof(H));
  }
  /// Why the runtime does not use it; "" if it does.
  std::string wrong() {
    rt::PlanView View;
    const char *Why = rt::viewPlan(File.data(), File.size(), View);
    return Why ? Why : "";
  }
};

} // namespace udpc

#endif // UDPC_TEST_UNIT_RUNTIME_PATCH_PLAN_PLANBYTES_H
