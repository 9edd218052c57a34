//===- MainEffects.h - Effects of factors that vary together ----*- C++ -*-===//
//
// Several factors, such as the prefetch hints of several source lines, vary in
// the same runs, so each run tells about all of them: a factorial design. An
// additive model of the logarithms of the runs gives the effect of each level
// of each factor. Pure: measures nothing.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_MEASURE_MAINEFFECTS_H
#define UDPC_PROFDATA_MEASURE_MAINEFFECTS_H

#include <cstddef>
#include <random>
#include <vector>

namespace udpc {

/// A level for each factor.
using Assignment = std::vector<unsigned>;

/// Assignments such that each of the \p Levels of a factor occurs about equally
/// often, without duplicates as long as there are others. The same generator
/// gives the same assignments.
std::vector<Assignment>
factorialDesign(const std::vector<std::vector<unsigned>> &Levels,
                size_t NumAssignments, std::mt19937 &Random);

/// Runs by assignment and block, and the model that fits them.
class MainEffects {
public:
  /// \p NumLevels: by factor.
  explicit MainEffects(const std::vector<unsigned> &NumLevels);

  /// Adds a run. \p Value: above 0, less is better. Runs of one block are
  /// neighbours in time: what disturbs all of them has no effect.
  void add(const Assignment &Levels, size_t Block, double Value);

  /// Fits log(value) = block + the sum of the levels' effects, with weights
  /// that limit the influence of outliers. Levels that the runs do not tell
  /// apart share their effect.
  void fit();

  /// The speed-up of \p Level over \p Base, as a logarithm.
  double gain(unsigned Factor, unsigned Level, unsigned Base = 0) const;
  /// The standard error of that: infinite if one of them has not been run.
  double error(unsigned Factor, unsigned Level, unsigned Base = 0) const;
  /// The part of it that more runs of the same assignments would reduce, not
  /// that by which the model does not fit.
  double repeatError(unsigned Factor, unsigned Level, unsigned Base) const;
  size_t numRuns(unsigned Factor, unsigned Level) const {
    return Counts[Factor][Level];
  }

private:
  struct Run {
    Assignment Levels;
    size_t Block;
    double Log, Weight;
  };
  double expected(const Run &R) const;
  /// Weighted least squares.
  void solveEffects();
  /// Weights by the residuals; also sets Deviation and Repeated.
  void weigh();
  double deviationOfRepeats(const std::vector<double> &Residuals) const;

  std::vector<Run> Runs;
  std::vector<std::vector<double>> Effects; ///< By factor and level.
  std::vector<std::vector<size_t>> Counts;
  std::vector<double> Blocks;
  double Deviation = 0; ///< Of one run, standard, after the fit.
  double Repeated = 0;  ///< The same within the runs of one assignment.
};

} // namespace udpc

#endif // UDPC_PROFDATA_MEASURE_MAINEFFECTS_H
