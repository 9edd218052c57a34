//===- AnnotatePageSources.cpp - Texts of sources in a page ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotatePageSources.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// In large files, the number of lines on each side of shown lines that can be
/// unfolded.
static constexpr uint32_t Unfoldable = 60;
/// Maximum number of lines of a file that is always complete.
static constexpr uint32_t SmallFile = 3000;

size_t udpc::pageSize(StringRef Json) {
  return Json.size() + Json.count('<') * strlen("u003c");
}

static uint64_t weightOf(const AnnotatedSource &S, size_t Event) {
  int64_t N = S.Total.empty() ? 0 : S.Total[Event];
  return N < 0 ? -static_cast<uint64_t>(N) : N;
}

PageSources::PageSources(const Annotation &A, size_t SortEvent) : A(A) {
  for (const AnnotatedSource &S : A.Sources)
    if (S.What == AnnotatedSource::Annotated)
      Found.push_back(&S);
  sort(Found, [&](auto *X, auto *Y) {
    uint64_t OfX = weightOf(*X, SortEvent), OfY = weightOf(*Y, SortEvent);
    return OfX != OfY ? OfX > OfY : X < Y;
  });
}

/// Returns \p Text compressed with zlib and encoded in base 64, as model.js
/// reads it.
static std::string packed(StringRef Text) {
  if (!compression::zlib::isAvailable())
    return Text.str();
  SmallVector<uint8_t, 0> Zlib;
  compression::zlib::compress(arrayRefFromStringRef(Text), Zlib);
  return encodeBase64(Zlib);
}

/// Returns the lines with costs and \p Around more on each side, or all of a
/// small file, as JSON: chunks of a first line number and a text.
std::string PageSources::textOf(const AnnotatedSource &Source,
                                uint32_t Around) const {
  uint32_t NumLines = Source.Text->numLines();
  std::vector<ShownLines> Chunks =
      regionsOf(Source.Lines, A.Options.Sources.Context + Around, NumLines);
  if (Around && NumLines && NumLines <= SmallFile)
    Chunks = {{1, NumLines}};
  std::string Out;
  raw_string_ostream OS(Out);
  json::OStream J(OS);
  J.array([&] {
    for (const ShownLines &R : Chunks)
      J.array([&] {
        J.value(R.First);
        std::string Lines;
        for (uint32_t N = R.First; N <= R.Last; ++N)
          Lines += (N == R.First ? "" : "\n") + Source.Text->line(N).str();
        J.value(json::fixUTF8(Lines));
      });
  });
  return packed(Out);
}

void PageSources::choose(size_t Room) {
  std::vector<std::string> Full, Least;
  size_t FullSize = 0, LeastSize = 0;
  for (const AnnotatedSource *S : Found) {
    Full.push_back(textOf(*S, Unfoldable));
    FullSize += pageSize(Full.back());
  }
  bool Fits = FullSize <= Room;
  for (const AnnotatedSource *S : Found) {
    Least.push_back(Fits ? "" : textOf(*S, 0));
    LeastSize += pageSize(Least.back());
  }
  size_t NumLeft = 0;
  bool WithoutSurroundings = false;
  for (auto [S, Long, Short] : zip(Found, Full, Least)) {
    LeastSize -= pageSize(Short);
    if (pageSize(Long) + LeastSize <= Room) {
      Room -= pageSize(Long);
      Chosen[S] = std::move(Long);
    } else if (pageSize(Short) <= Room) {
      Room -= pageSize(Short);
      Chosen[S] = std::move(Short);
      WithoutSurroundings = true;
    } else {
      ++NumLeft;
    }
  }
  if (WithoutSurroundings)
    LeftOut.push_back("of some sources, lines far from those with costs");
  if (NumLeft)
    LeftOut.push_back("the texts of " + grouped(NumLeft) + " of " +
                      grouped(Found.size()) +
                      " sources, those with the lowest costs");
}
