//===- RegionPlaces.cpp - Places of regions in a module's code ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/RegionPlaces.h"
#include "profdata/support/RecordBytes.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm;
using namespace udpc;

std::string RegionPlace::encode() const {
  std::string Strings;
  for (StringRef Text :
       {StringRef(SpecFile), StringRef(Region), StringRef(Pattern)})
    Strings += Text.str() + '\0';
  abi::RegionPlaceRec Rec = {};
  Rec.Size = static_cast<uint32_t>(alignTo(sizeof(Rec) + Strings.size(), 8));
  Rec.SpecLine = SpecLine;
  Rec.NumPlaces = NumPlaces;
  Rec.NumInlined = NumInlined;
  Rec.Kind = Kind;
  std::string Bytes(Rec.Size, '\0');
  memcpy(Bytes.data(), &Rec, sizeof(Rec));
  memcpy(Bytes.data() + sizeof(Rec), Strings.data(), Strings.size());
  return Bytes;
}

Expected<std::vector<RegionPlace>> RegionPlace::decodeSection(StringRef Bytes) {
  std::vector<RegionPlace> Places;
  while (!Bytes.empty()) {
    abi::RegionPlaceRec Rec;
    if (!RecordCursor(Bytes).read(Rec))
      return createStringError("the table of regions is cut off");
    if (Rec.Size < sizeof(Rec) || Rec.Size % 8 || Rec.Size > Bytes.size() ||
        Rec.Kind > abi::RegionPlaceKind::End)
      return createStringError("the table of regions is damaged");
    StringRef Strings = Bytes.substr(sizeof(Rec), Rec.Size - sizeof(Rec));
    RegionPlace P;
    for (std::string *Text : {&P.SpecFile, &P.Region, &P.Pattern}) {
      size_t End = Strings.find('\0');
      if (End == StringRef::npos)
        return createStringError("the table of regions is damaged");
      *Text = Strings.take_front(End).str();
      Strings = Strings.drop_front(End + 1);
    }
    P.SpecLine = Rec.SpecLine;
    P.NumPlaces = Rec.NumPlaces;
    P.NumInlined = Rec.NumInlined;
    P.Kind = Rec.Kind;
    Places.push_back(std::move(P));
    Bytes = Bytes.drop_front(Rec.Size);
  }
  return Places;
}
