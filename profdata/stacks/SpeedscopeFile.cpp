//===- SpeedscopeFile.cpp - Writes speedscope's JSON ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/FrameNames.h"
#include "profdata/stacks/StackFiles.h"
#include "udpc/values.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Returns speedscope's word for a unit. It does not accept others.
static StringRef unitWord(StringRef Unit) {
  return Unit == "nanoseconds" || Unit == "bytes" ? Unit : "none";
}

namespace {

/// Stacks as lists of frame numbers, with their values.
struct Shared {
  std::vector<FrameName> Frames;
  std::map<std::vector<uint32_t>, std::vector<int64_t>> Stacks;

  Shared(const StackProfile &Profile, StackFrameOptions Options);
};

} // namespace

Shared::Shared(const StackProfile &Profile, StackFrameOptions Options) {
  std::map<FrameName, uint32_t> Numbers;
  for (const auto &[Stack, Values] : Profile.samples()) {
    std::vector<uint32_t> Indices;
    for (FrameName &F : frameNames(Profile, Stack, Options)) {
      auto [It, New] = Numbers.try_emplace(F, uint32_t(Frames.size()));
      if (New)
        Frames.push_back(std::move(F));
      Indices.push_back(It->second);
    }
    std::vector<int64_t> &Sums = Stacks[Indices];
    Sums.resize(Values.size());
    for (size_t I = 0; I != Values.size(); ++I)
      Sums[I] = values::limitedAdd(Sums[I], Values[I]);
  }
}

void udpc::writeSpeedscope(const StackProfile &Profile,
                           StackFrameOptions Options, raw_ostream &OS) {
  const Shared All(Profile, Options);
  json::OStream J(OS, 1);
  auto Text = [](StringRef S) { return json::fixUTF8(S); };
  auto Type = [&](size_t T) {
    int64_t Sum = 0;
    for (const auto &[Stack, Values] : All.Stacks)
      if (Values[T] > 0)
        Sum = values::limitedAdd(Sum, Values[T]);
    J.attribute("type", "sampled");
    J.attribute("name", Text(Profile.Types[T].Name));
    J.attribute("unit", unitWord(Profile.Types[T].Unit));
    J.attribute("startValue", 0);
    J.attribute("endValue", Sum);
    J.attributeArray("samples", [&] {
      for (const auto &[Stack, Values] : All.Stacks)
        if (Values[T] > 0)
          J.array([&, &Stack = Stack] {
            for (uint32_t Frame : Stack)
              J.value(Frame);
          });
    });
    J.attributeArray("weights", [&] {
      for (const auto &[Stack, Values] : All.Stacks)
        if (Values[T] > 0)
          J.value(Values[T]);
    });
  };
  J.object([&] {
    J.attribute("$schema",
                "https://www.speedscope.app/file-format-schema.json");
    J.attribute("name", Text(Profile.Command));
    J.attribute("exporter", "udpc");
    J.attributeObject("shared", [&] {
      J.attributeArray("frames", [&] {
        for (const FrameName &F : All.Frames)
          J.object([&] {
            J.attribute("name", Text(F.Name));
            if (!F.File.empty())
              J.attribute("file", Text(F.File));
            if (F.Line)
              J.attribute("line", F.Line);
          });
      });
    });
    J.attributeArray("profiles", [&] {
      for (size_t T = 0; T != Profile.Types.size(); ++T)
        J.object([&] { Type(T); });
    });
  });
  OS << '\n';
}
