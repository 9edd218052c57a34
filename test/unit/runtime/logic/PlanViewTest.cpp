#include "runtime/logic/PlanView.h"
#include "profdata/SiteTable.h"
#include "runtime/logic/Crc32.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>

using namespace udpc;
using namespace udpc::rt;

namespace {

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
      udpc::abi::SiteRec S = {};
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
    uint32_t Sum = crc32(0, File.data() + sizeof(H), File.size() - sizeof(H));
    H.Checksum = crc32(Sum, &H, sizeof(H));
    memcpy(File.data(), &H, sizeof(H));
  }
  std::string wrong() {
    PlanView View;
    const char *Why = viewPlan(File.data(), File.size(), View);
    return Why ? Why : "";
  }
};

} // namespace

TEST(PlanView, FindsItsParts) {
  PlanBytes P;
  PlanView V;
  ASSERT_EQ(viewPlan(P.File.data(), P.File.size(), V), nullptr);
  EXPECT_STREQ(V.Path, "/bin/a");
  EXPECT_EQ(V.BuildId[2], 3);
  EXPECT_EQ(V.Fixups[1].Target, 64u);
  EXPECT_EQ(V.Patches[1].Address, 0x1200u);
  EXPECT_EQ(V.newBytes(V.Patches[1]) - V.oldBytes(V.Patches[1]), 1);
  EXPECT_EQ(V.PatchSlots[1], 2u);
  EXPECT_EQ(V.Counts[1].Skip, 127u);
  EXPECT_EQ(V.firstMovedFrom(0x1000), 0u);
  EXPECT_EQ(V.firstMovedFrom(0x1101), 1u);
  EXPECT_EQ(V.firstMovedFrom(0x1103), 1u);
  EXPECT_EQ(V.firstMovedFrom(0x1201), 3u);
  EXPECT_TRUE(takesInstructions(V.Patches[0]));
  EXPECT_FALSE(takesInstructions(V.Patches[1]));
}

TEST(PlanView, DamageIsSeen) {
  PlanBytes P;
  for (size_t I = 0; I != P.File.size(); ++I) {
    P.File[I] ^= 4;
    EXPECT_NE(P.wrong(), "") << I;
    P.File[I] ^= 4;
  }
  std::vector<uint8_t> Whole = P.File;
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    P.File.assign(Whole.begin(), Whole.begin() + Size);
    EXPECT_NE(P.wrong(), "") << Size;
  }
}

TEST(PlanView, SaysWhatIsWrong) {
  PlanBytes P;
  P.H.Magic[0] = 'x';
  P.sign();
  EXPECT_EQ(P.wrong(), "it is no plan");
  P = {};
  ++P.H.Version;
  P.sign();
  EXPECT_EQ(P.wrong(), "it is of another version of udpc");
  P = {};
  ++P.H.Checksum;
  memcpy(P.File.data(), &P.H, sizeof(P.H));
  EXPECT_EQ(P.wrong(), "it is damaged");
  P = {};
  P.H.End = P.H.Begin;
  P.sign();
  EXPECT_EQ(P.wrong(), "it is inconsistent");
}

/// Whoever signed it: what is accepted stays within the file.
TEST(PlanView, SurvivesWhatIsSigned) {
  std::mt19937 Random(1);
  unsigned Accepted = 0;
  for (unsigned Try = 0; Try != 20000; ++Try) {
    PlanBytes P;
    size_t At = Random() % (P.File.size() - 16) + 16;
    P.File[At] = uint8_t(Random());
    memcpy(&P.H, P.File.data(), sizeof(P.H));
    P.sign();
    PlanView V;
    if (viewPlan(P.File.data(), P.File.size(), V))
      continue;
    ++Accepted;
    for (uint32_t I = 0; I != V.Header->NumPatches; ++I) {
      const plan::PatchRec &R = V.Patches[I];
      ASSERT_LE(V.newBytes(R) + R.Size, P.File.data() + P.File.size());
      ASSERT_GE(R.Address, V.Header->Begin);
      ASSERT_LE(R.Address + R.Size, V.Header->End);
      ASSERT_LE(R.FirstSlot + R.NumSlots, V.Header->NumPatchSlots);
    }
    for (uint32_t I = 0; I != V.Header->NumFixups; ++I)
      ASSERT_LE(V.Fixups[I].Offset + 4, V.Header->CodeSize);
  }
  EXPECT_GT(Accepted, 100u);
}
