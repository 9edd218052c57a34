//===- MainEffects.h - Effects of factors that vary together ----*- C++ -*-===//
//
// Several factors, such as the prefetch hints of several source lines, vary in
// the same runs, so each run tells about all of them: a factorial design. An
// additive model of the logarithms of the runs gives the effect of each level
// of each factor. Does not measure. Used by `udpc prefetch-loop`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_MEASURE_MAINEFFECTS_H
#define UDPC_PROFDATA_MEASURE_MAINEFFECTS_H

#include <cstddef>
#include <random>
#include <vector>

namespace udpc {

/// The level of each factor.
using Assignment = std::vector<unsigned>;

/// Returns assignments in which each of the \p Levels of a factor occurs about
/// equally often, without duplicates as far as possible. The same generator
/// gives the same assignments.
std::vector<Assignment>
factorialDesign(const std::vector<std::vector<unsigned>> &Levels,
                size_t NumAssignments, std::mt19937 &Random);

/// Runs by assignment and block, and the model that fits them.
class MainEffects {
public:
  /// \p NumLevels is by factor.
  explicit MainEffects(const std::vector<unsigned> &NumLevels);

  /// Adds a run. \p Value is above 0, and less is better. The runs of a block
  /// are neighbours in time: disturbances of the whole block have no effect.
  void add(const Assignment &Levels, size_t Block, double Value);

  /// Fits log(value) = block + the sum of the levels' effects, with weights
  /// that limit the influence of outliers. Levels that the runs do not
  /// distinguish share their effect.
  void fit();

  /// Returns the speed-up of \p Level over \p Base, as a logarithm.
  double gain(unsigned Factor, unsigned Level, unsigned Base = 0) const;
  /// Returns the standard error of gain(); infinite if one of the levels has
  /// not been run.
  double error(unsigned Factor, unsigned Level, unsigned Base = 0) const;
  /// Returns the part of error() that more runs of the same assignments would
  /// reduce, without the part that is due to the misfit of the model.
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
  /// Solves by weighted least squares.
  void solveEffects();
  /// Sets the weights by the residuals, and also Deviation and Repeated.
  void weigh();
  double deviationOfRepeats(const std::vector<double> &Residuals) const;

  std::vector<Run> Runs;
  std::vector<std::vector<double>> Effects; ///< By factor and level.
  std::vector<std::vector<size_t>> Counts;
  std::vector<double> Blocks;
  double Deviation = 0; ///< Standard deviation of one run after the fit.
  double Repeated = 0;  ///< Standard deviation among repeated runs.
};

} // namespace udpc

#endif // UDPC_PROFDATA_MEASURE_MAINEFFECTS_H
