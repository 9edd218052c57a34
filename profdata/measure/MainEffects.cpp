//===- MainEffects.cpp - Effects of factors that vary together ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/measure/MainEffects.h"
#include "profdata/measure/Noise.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <set>

using namespace udpc;

/// Shuffles the same way everywhere; std::shuffle differs between libraries.
template <typename T>
static void shuffle(std::vector<T> &Items, std::mt19937 &Random) {
  for (size_t I = Items.size(); I > 1; --I)
    std::swap(Items[I - 1], Items[Random() % I]);
}

std::vector<Assignment>
udpc::factorialDesign(const std::vector<std::vector<unsigned>> &Levels,
                      size_t NumAssignments, std::mt19937 &Random) {
  std::vector<Assignment> Design;
  std::set<Assignment> Known;
  // A round contains each level of the factor with the most levels once.
  size_t Most = 1;
  for (const std::vector<unsigned> &L : Levels)
    Most = std::max(Most, L.size());
  for (unsigned Tries = 0; Design.size() < NumAssignments && Tries != 64;
       ++Tries) {
    std::vector<Assignment> Round(Most);
    for (const std::vector<unsigned> &L : Levels) {
      std::vector<unsigned> Order;
      while (Order.size() < Most) {
        std::vector<unsigned> Next = L;
        shuffle(Next, Random);
        Order.insert(Order.end(), Next.begin(), Next.end());
      }
      for (size_t I = 0; I != Most; ++I)
        Round[I].push_back(Order[I]);
    }
    for (Assignment &A : Round)
      if (Design.size() < NumAssignments && Known.insert(A).second)
        Design.push_back(std::move(A));
  }
  return Design;
}

MainEffects::MainEffects(const std::vector<unsigned> &NumLevels) {
  for (unsigned N : NumLevels) {
    Effects.emplace_back(N, 0.0);
    Counts.emplace_back(N, 0);
  }
}

void MainEffects::add(const Assignment &Levels, size_t Block, double Value) {
  assert(Levels.size() == Effects.size() && Value > 0);
  for (size_t F = 0; F != Levels.size(); ++F)
    ++Counts[F][Levels[F]];
  if (Blocks.size() <= Block)
    Blocks.resize(Block + 1, 0);
  Runs.push_back({Levels, Block, std::log(Value), 1});
}

double MainEffects::expected(const Run &R) const {
  double Sum = Blocks[R.Block];
  for (size_t F = 0; F != Effects.size(); ++F)
    Sum += Effects[F][R.Levels[F]];
  return Sum;
}

/// Solves a symmetric positive definite system by Cholesky's decomposition. \p
/// A is square, by rows, and is overwritten; \p B becomes the solution.
static void solve(std::vector<std::vector<double>> &A, std::vector<double> &B) {
  size_t N = B.size();
  for (size_t I = 0; I != N; ++I)
    for (size_t J = 0; J <= I; ++J) {
      double Sum = A[I][J];
      for (size_t K = 0; K != J; ++K)
        Sum -= A[I][K] * A[J][K];
      A[I][J] = I == J ? std::sqrt(Sum) : Sum / A[J][J];
    }
  for (size_t I = 0; I != N; ++I) {
    for (size_t K = 0; K != I; ++K)
      B[I] -= A[I][K] * B[K];
    B[I] /= A[I][I];
  }
  for (size_t I = N; I-- != 0;) {
    for (size_t K = I + 1; K != N; ++K)
      B[I] -= A[K][I] * B[K];
    B[I] /= A[I][I];
  }
}

/// A small constant that divides effects that the runs do not distinguish among
/// their levels.
static constexpr double Ridge = 1e-6;

void MainEffects::solveEffects() {
  // The parameters are the blocks and then the levels of each factor.
  std::vector<size_t> First;
  size_t Number = Blocks.size();
  for (const std::vector<double> &Levels : Effects) {
    First.push_back(Number);
    Number += Levels.size();
  }
  std::vector<std::vector<double>> A(Number, std::vector<double>(Number, 0));
  std::vector<double> B(Number, 0);
  for (size_t I = 0; I != Number; ++I)
    A[I][I] = Ridge;
  std::vector<size_t> Of(1 + Effects.size());
  for (const Run &R : Runs) {
    Of[0] = R.Block;
    for (size_t F = 0; F != Effects.size(); ++F)
      Of[F + 1] = First[F] + R.Levels[F];
    for (size_t I : Of) {
      B[I] += R.Weight * R.Log;
      for (size_t J : Of)
        A[I][J] += R.Weight;
    }
  }
  solve(A, B);
  std::copy(B.begin(), B.begin() + Blocks.size(), Blocks.begin());
  for (size_t F = 0; F != Effects.size(); ++F)
    std::copy_n(B.begin() + First[F], Effects[F].size(), Effects[F].begin());
}

double
MainEffects::deviationOfRepeats(const std::vector<double> &Residuals) const {
  struct Same {
    double Sum = 0;
    size_t Number = 0;
  };
  std::map<Assignment, Same> ByAssignment;
  for (size_t I = 0; I != Runs.size(); ++I) {
    Same &S = ByAssignment[Runs[I].Levels];
    S.Sum += Residuals[I];
    ++S.Number;
  }
  std::vector<double> Differences;
  for (size_t I = 0; I != Runs.size(); ++I) {
    const Same &S = ByAssignment[Runs[I].Levels];
    // N values deviate less from their own mean than from the true mean.
    double N = S.Number;
    if (S.Number > 1)
      Differences.push_back((Residuals[I] - S.Sum / N) *
                            std::sqrt(N / (N - 1)));
  }
  return standardDeviation(Differences);
}

void MainEffects::weigh() {
  std::vector<double> Residuals;
  for (const Run &R : Runs)
    Residuals.push_back(R.Log - expected(R));
  size_t NumParameters = Blocks.size();
  for (const std::vector<size_t> &Levels : Counts)
    for (size_t N : Levels)
      NumParameters += N ? 1 : 0;
  NumParameters -= std::min(NumParameters, Counts.size());
  double Free = Runs.size() > NumParameters ? Runs.size() - NumParameters : 1;
  double Inflation = std::sqrt(Runs.size() / Free);
  Deviation = standardDeviation(Residuals) * Inflation;
  Repeated = deviationOfRepeats(Residuals);
  // A deviation of a thousandth is never an outlier, however little noise there
  // is.
  double Limit = std::max(1e-3, 1.5 * Inflation * medianDeviation(Residuals));
  for (size_t I = 0; I != Runs.size(); ++I) {
    double Far = std::abs(Residuals[I]);
    // The weights are Huber's.
    Runs[I].Weight = Far > Limit ? Limit / Far : 1;
  }
}

void MainEffects::fit() {
  static constexpr unsigned NumSteps = 6;
  for (Run &R : Runs)
    R.Weight = 1;
  for (unsigned I = 0; I != NumSteps; ++I) {
    solveEffects();
    weigh();
  }
}

double MainEffects::gain(unsigned Factor, unsigned Level, unsigned Base) const {
  return Effects[Factor][Base] - Effects[Factor][Level];
}

double MainEffects::error(unsigned Factor, unsigned Level,
                          unsigned Base) const {
  double A = Counts[Factor][Level], B = Counts[Factor][Base];
  if (A == 0 || B == 0)
    return std::numeric_limits<double>::infinity();
  return Deviation * std::sqrt(1 / A + 1 / B);
}

double MainEffects::repeatError(unsigned Factor, unsigned Level,
                                unsigned Base) const {
  return error(Factor, Level, Base) *
         (Deviation > 0 ? Repeated / Deviation : 0);
}
