// Scores of documents: each term of a query has a vector of the documents that
// have it, and each adds to its document's score.
#include "../../common.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

struct Posting {
  uint32_t Document, Uses;
};

struct Term {
  std::vector<Posting> Postings;
  float Weight;
};

} // namespace

KERNEL static void score(const std::vector<Term> &Terms,
                         const std::vector<uint32_t> &Query,
                         std::vector<float> &Scores) {
  for (size_t I = 0, Count = Query.size(); I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + 3 * DISTANCE < Count) {
      BY_HAND(&Terms[Query[I + 3 * DISTANCE]]);
      BY_HAND(Terms[Query[I + 2 * DISTANCE]].Postings.data());
      for (const Posting &P : Terms[Query[I + DISTANCE]].Postings)
        BY_HAND(&Scores[P.Document]);
    }
#endif
    const Term &T = Terms[Query[I]];
    for (const Posting &P : T.Postings)
      Scores[P.Document] += T.Weight * P.Uses / (P.Uses + 1.5f);
  }
}

int main(int argc, char **argv) {
  enum { TermBytes = 160 }; // With postings, documents, and what malloc needs.
  size_t Count = bytesOf(argc, argv) / TermBytes, Documents = Count * 12;
  std::vector<Term> Terms(Count);
  std::vector<uint32_t> Query(Count);
  std::vector<float> Scores(Documents);
  uint32_t *Order = shuffled(Count);
  for (size_t I = 0; I < Count; ++I) {
    Term &T = Terms[Order[I]];
    T.Weight = 1 + random32() % 8;
    T.Postings.resize(1 + random32() % 11);
    for (Posting &P : T.Postings)
      P = {static_cast<uint32_t>(random32() % Documents),
           static_cast<uint32_t>(1 + random32() % 5)};
    std::sort(T.Postings.begin(), T.Postings.end(),
              [](Posting A, Posting B) { return A.Document < B.Document; });
    Query[I] = random32() % Count;
  }
  publish(&Terms);
  publish(&Query);
  publish(&Scores);
  MEASURE_THEN(score(Terms, Query, Scores),
               checksumOfMemory(Scores.data(), Documents / 2 * 8));
}
