//===- PairedRatios.h - How much faster, and how sure --------*- C++ -*-===//
//
// Two builds of a program run in turn, and each round gives a pair of figures.
// What the machine does besides moves both of a pair, so their ratio is looked
// at, not each by itself. Pure: measures nothing.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_MEASURE_PAIREDRATIOS_H
#define UDPC_PROFDATA_MEASURE_PAIREDRATIOS_H

#include <cstddef>
#include <vector>

namespace udpc {

/// How many times as fast: 1.1 is a tenth faster. Low is 0 and High infinite
/// where the pairs are too few to say.
struct SpeedUp {
  double Low = 0, Middle = 1, High = 0;
};

/// The pairs of one comparison.
class PairedRatios {
public:
  /// Figures of which less is better, both above 0: time.
  void add(double Before, double After);
  size_t size() const { return Logs.size(); }

  /// Hodges and Lehmann's estimate, the median of the means of all two ratios,
  /// with the interval that belongs to Wilcoxon's signed-rank test. It is
  /// exact for any distribution in which pairs are as likely to be above the
  /// middle as below by as much; that two builds in turn have the same noise
  /// makes it so. One run that was disturbed, however much, moves it little.
  SpeedUp speedUp(double Confidence) const;

private:
  std::vector<double> Logs;
};

/// What a comparison has shown.
enum class Effect {
  Faster,  ///< The interval is above 1, and the gain is worth something.
  Slower,  ///< The interval is below 1.
  Little,  ///< The interval is above 1, but the gain is worth nothing.
  None,    ///< The interval is narrow about 1.
  Unclear, ///< None of these.
};

/// When to look at the pairs, and when to stop. Who looks after each pair and
/// stops when he likes what he sees is sure of nothing: so there are three
/// looks, at a quarter, half and all of the rounds, and each takes a third of
/// the error that is allowed.
class MeasurePlan {
public:
  /// \p Rounds: at least MinRounds. \p MinGain: 0.01 is 1 %.
  MeasurePlan(unsigned Rounds, double MinGain, double Confidence = 0.95);

  /// With fewer no look could tell anything.
  static constexpr unsigned MinRounds = 8;

  bool isLook(size_t NumPairs) const;
  bool isLast(size_t NumPairs) const { return NumPairs >= Rounds; }
  /// The confidence of each look.
  double confidence() const { return PerLook; }
  Effect effect(const SpeedUp &S) const;
  /// Whether more pairs would not change the answer.
  bool isEnough(const SpeedUp &S) const;

private:
  unsigned Rounds;
  double MinGain, PerLook;
};

} // namespace udpc

#endif // UDPC_PROFDATA_MEASURE_PAIREDRATIOS_H
