//===- VariantSearch.cpp - Searches hints' best variants ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/search/VariantSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <array>
#include <cmath>
#include <numeric>

using namespace llvm;
using namespace udpc;

/// Runs of each build in a phase. Fewer show nothing about the noise, and more
/// are better spent after the next halving.
static constexpr size_t LeastBlocks = 2, MostBlocks = 8;
/// Share of the time for the first phase, which builds all variants.
static constexpr double FirstPhase = 0.6;
/// Standard errors beyond which more runs would not change the order.
static constexpr double Clear = 3.5;

static std::vector<unsigned> withNone(std::vector<unsigned> NumVariants) {
  for (unsigned &N : NumVariants)
    ++N;
  return NumVariants;
}

VariantSearch::VariantSearch(const std::vector<unsigned> &NumVariants,
                             VariantOracle &Oracle)
    : Oracle(Oracle), Effects(withNone(NumVariants)) {
  for (unsigned G = 0; G != NumVariants.size(); ++G) {
    Alive.emplace_back();
    Records.emplace_back();
    for (unsigned V = 0; V <= NumVariants[G]; ++V) {
      Alive[G].push_back(V);
      Records[G].push_back({});
      Records[G][V].Group = G;
      Records[G][V].Variant = V;
    }
  }
}

size_t VariantSearch::mostAlive() const {
  size_t Most = 0;
  for (const std::vector<unsigned> &Levels : Alive)
    Most = std::max(Most, Levels.size());
  return Most;
}

unsigned VariantSearch::numPhasesLeft() const {
  unsigned Phases = 0;
  for (size_t N = mostAlive() - 1; N > 1; N = (N + 1) / 2)
    ++Phases;
  // Sets of several groups are compared at the end.
  return Phases + (Alive.size() > 1);
}

void VariantSearch::note(VariantRecord &R, bool GoesOn, const Twine &Decision) {
  R.GoesOn = GoesOn;
  R.Decision = Decision.str();
  Oracle.record(R);
}

void VariantSearch::cutToTime() {
  double PerBuild =
      Oracle.secondsOfBuild() + LeastBlocks * Oracle.secondsOfRun();
  double Affordable = FirstPhase * Oracle.secondsLeft() / PerBuild;
  // No hint and the first variant, which needs no comparison with others.
  size_t Most = std::max(2.0, std::min(Affordable, 1e6));
  for (unsigned G = 0; G != Alive.size(); ++G)
    while (Alive[G].size() > Most) {
      note(Records[G][Alive[G].back()], false,
           "not tried: the time budget is used up");
      Alive[G].pop_back();
    }
}

std::vector<Assignment> VariantSearch::design() {
  size_t Least = mostAlive(), NumParameters = 1;
  for (const std::vector<unsigned> &Levels : Alive)
    NumParameters += Levels.size() - 1;
  if (Alive.size() == 1)
    return factorialDesign(Alive, Least, Random);

  std::vector<Assignment> Design;
  if (Phase == 1) {
    // Start with the same variant of all groups: the best type on this
    // processor is best everywhere, and some hints only help together.
    for (size_t I = 0; I != Least; ++I) {
      Assignment A;
      for (const std::vector<unsigned> &Levels : Alive)
        A.push_back(Levels[std::min(I, Levels.size() - 1)]);
      Design.push_back(std::move(A));
    }
  }
  double PerBuild =
      Oracle.secondsOfBuild() + LeastBlocks * Oracle.secondsOfRun();
  double Share = Phase == 1 ? FirstPhase : 1.0 / std::max(1u, numPhasesLeft());
  size_t Affordable =
      std::min(Share * std::max(0.0, Oracle.secondsLeft()) / PerBuild, 1e6);
  size_t Wanted = std::max(Least, NumParameters + NumParameters / 2);
  size_t Number = std::max(Least, std::min(Wanted, Affordable));
  if (Number > Design.size())
    for (Assignment &A : factorialDesign(Alive, Number - Design.size(), Random))
      if (!is_contained(Design, A))
        Design.push_back(std::move(A));
  return Design;
}

Error VariantSearch::measure(const std::vector<Assignment> &Design,
                             double Seconds) {
  double Until = Oracle.secondsLeft() - Seconds;
  for (size_t Block = 0; Block != MostBlocks; ++Block) {
    // Shuffle, so that no build always follows the same one.
    std::vector<size_t> Order;
    for (size_t I = 0; I != Design.size(); ++I)
      Order.push_back(I);
    for (size_t I = Order.size(); I > 1; --I)
      std::swap(Order[I - 1], Order[Random() % I]);
    for (size_t I : Order) {
      Expected<double> Value = Oracle.run(Design[I]);
      if (!Value)
        return Value.takeError();
      Effects.add(Design[I], NumBlocks, *Value);
      Runs[Design[I]].push_back(std::log(*Value));
    }
    ++NumBlocks;
    if (Block + 1 < LeastBlocks)
      continue;
    Effects.fit();
    double Next = Design.size() * Oracle.secondsOfRun();
    if (Oracle.secondsLeft() - Next < Until || isClear())
      break;
  }
  return Error::success();
}

std::vector<unsigned> VariantSearch::ranked(unsigned Group) const {
  std::vector<unsigned> Variants(Alive[Group].begin() + 1, Alive[Group].end());
  // Of variants equal within 0.01 %, the more promising one is first.
  auto Rank = [&](unsigned V) {
    return std::make_pair(-std::llround(Effects.gain(Group, V) * 1e4), V);
  };
  llvm::sort(Variants,
             [&](unsigned A, unsigned B) { return Rank(A) < Rank(B); });
  return Variants;
}

bool VariantSearch::isClear() const {
  for (unsigned G = 0; G != Alive.size(); ++G) {
    std::vector<unsigned> Order = ranked(G);
    if (Order.size() < 2)
      continue;
    size_t Left = (Order.size() + 1) / 2;
    unsigned Last = Order[Left - 1], Dropped = Order[Left];
    if (Effects.gain(G, Last, Dropped) <
        Clear * Effects.repeatError(G, Last, Dropped) - 1e-6)
      return false;
  }
  return true;
}

void VariantSearch::halve() {
  for (unsigned G = 0; G != Alive.size(); ++G) {
    std::vector<unsigned> Order = ranked(G);
    size_t Left = (Order.size() + 1) / 2;
    for (size_t I = 0; I != Order.size(); ++I) {
      unsigned V = Order[I];
      VariantRecord &R = Records[G][V];
      double Gain = Effects.gain(G, V), Error = Effects.error(G, V);
      R.Phase = Phase;
      R.NumRuns = Effects.numRuns(G, V);
      R.Gain = std::exp(Gain);
      R.Low = std::exp(Gain - Error);
      R.High = std::exp(Gain + Error);
      bool IsClear =
          Effects.gain(G, Order[0], V) > Clear * Effects.error(G, Order[0], V);
      if (I < Left && !IsClear)
        note(R, true, I || Order.size() == 1 ? "goes on" : "best so far");
      else
        note(R, false,
             IsClear ? "clearly slower than the best variant"
                     : Twine(Left) + " of " + Twine(Order.size()) +
                           " variants are faster");
    }
    llvm::erase_if(Alive[G],
                   [&](unsigned V) { return V && !Records[G][V].GoesOn; });
  }
}

static double mean(ArrayRef<double> Values) {
  return std::accumulate(Values.begin(), Values.end(), 0.0) / Values.size();
}

Assignment VariantSearch::fastestSoFar() const {
  const std::pair<const Assignment, std::vector<double>> *Fastest = nullptr;
  for (const auto &Run : Runs)
    if (!is_contained(Run.first, 0u) && Run.second.size() >= LeastBlocks &&
        (!Fastest || mean(Run.second) < mean(Fastest->second)))
      Fastest = &Run;
  return Fastest ? Fastest->first : Assignment();
}

Expected<Assignment> VariantSearch::fastestSet(Assignment Best) {
  std::vector<Assignment> Sets = {Best};
  if (is_contained(Best, 0u))
    return Best;
  for (Assignment &Other :
       std::array{Assignment(Best.size(), 1), fastestSoFar()})
    if (!Other.empty() && !is_contained(Sets, Other))
      Sets.push_back(std::move(Other));
  if (Sets.size() == 1 || Best.size() == 1)
    return Best;
  Oracle.phase(++Phase, Sets.size(), 1);
  // Only consecutive runs are compared.
  std::vector<std::vector<double>> Logs(Sets.size());
  for (size_t Block = 0; Block != MostBlocks; ++Block) {
    if (Oracle.secondsLeft() < Sets.size() * Oracle.secondsOfRun())
      break;
    for (size_t I = 0; I != Sets.size(); ++I) {
      size_t Next = (I + Block) % Sets.size();
      Expected<double> Value = Oracle.run(Sets[Next]);
      if (!Value)
        return Value.takeError();
      Logs[Next].push_back(std::log(*Value));
    }
  }
  if (Logs.front().size() < LeastBlocks)
    return Best;
  size_t Fastest = 0;
  for (size_t I = 1; I != Sets.size(); ++I)
    if (mean(Logs[I]) < mean(Logs[Fastest]))
      Fastest = I;
  ChosenAsSet = Fastest != 0;
  return Sets[Fastest];
}

Expected<Assignment> VariantSearch::run() {
  cutToTime();
  while (mostAlive() > 2) {
    ++Phase;
    std::vector<Assignment> Design = design();
    // The first phase makes most of the builds.
    double Seconds = Oracle.secondsLeft();
    double Builds = Phase == 1 ? Design.size() * Oracle.secondsOfBuild() : 0;
    double Share =
        std::max(0.0, Seconds - Builds) / std::max(1u, numPhasesLeft());
    Oracle.phase(Phase, Design.size(), mostAlive() - 1);
    if (Error E = measure(Design, Builds + Share))
      return std::move(E);
    halve();
  }
  Assignment Best;
  for (unsigned G = 0; G != Alive.size(); ++G)
    Best.push_back(Alive[G].size() > 1 ? Alive[G][1] : 0);
  Expected<Assignment> Chosen = Phase ? fastestSet(Best) : Best;
  if (!Chosen)
    return Chosen.takeError();
  for (unsigned G = 0; G != Alive.size(); ++G) {
    VariantRecord &R = Records[G][(*Chosen)[G]];
    if (Best[G] != (*Chosen)[G])
      note(Records[G][Best[G]], false, "slower with the other lines' variants");
    if ((*Chosen)[G])
      note(R, true,
           !R.Phase                  ? "the only variant tried"
           : Best[G] != (*Chosen)[G] ? "the best with the other lines' variants"
                                     : "the best variant");
  }
  return Chosen;
}
