//===- MemoryProbes.cpp - Timed loops over memory -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/calibrate/MemoryProbes.h"
#include "llvm/Support/ErrorHandling.h"
#include <ctime>
#include <utility>

using namespace llvm;
using namespace udpc;

static double threadNs() {
  timespec Now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return Now.tv_sec * 1e9 + Now.tv_nsec;
}

/// Keeps the compiler from removing the computation of \p Value.
template <typename T> static inline void keep(T &Value) {
  asm volatile("" : "+r"(Value));
}

template <typename Loop> static double timeOf(size_t Accesses, Loop Run) {
  double Begin = threadNs();
  Run();
  return (threadNs() - Begin) / Accesses;
}

double udpc::chaseNs(const ChainLine *&At, size_t Steps) {
  return timeOf(Steps, [&] {
    const ChainLine *P = At;
    for (size_t I = 0; I != Steps; ++I)
      P = P->Next;
    keep(P);
    At = P;
  });
}

template <unsigned Number>
static double chaseNumber(ArrayRef<const ChainLine *> Starts, size_t Steps) {
  return timeOf(Steps * Number, [&] {
    const ChainLine *At[Number];
    for (unsigned I = 0; I != Number; ++I)
      At[I] = Starts[I];
    for (size_t S = 0; S != Steps; ++S)
#pragma clang loop unroll(full)
      for (unsigned I = 0; I != Number; ++I)
        At[I] = At[I]->Next;
    for (const ChainLine *&P : At)
      keep(P);
  });
}

/// Calls the loop for \p Starts.size() rings.
template <size_t... I>
static double chaseOneOf(ArrayRef<const ChainLine *> Starts, size_t Steps,
                         std::index_sequence<I...>) {
  double Ns = 0;
  ((Starts.size() == ParallelChains[I] &&
    (Ns = chaseNumber<ParallelChains[I]>(Starts, Steps))),
   ...);
  return Ns;
}

double udpc::chaseTogetherNs(ArrayRef<const ChainLine *> Starts, size_t Steps) {
  return chaseOneOf(Starts, Steps,
                    std::make_index_sequence<std::size(ParallelChains)>());
}

static inline uint64_t load(const char *At) {
  return *reinterpret_cast<const uint64_t *>(At);
}

template <HintType Type> static inline void prefetch(const char *At) {
  switch (Type) {
  case HintType::NTA:
    return __builtin_prefetch(At, 0, 0);
  case HintType::T2:
    return __builtin_prefetch(At, 0, 1);
  case HintType::T1:
    return __builtin_prefetch(At, 0, 2);
  case HintType::W:
#if defined(__x86_64__)
    // The builtin emits prefetcht0 unless the target has PREFETCHW, which all
    // processors execute, some as a NOP.
    asm volatile("prefetchw %0" : : "m"(*At));
    return;
#else
    return __builtin_prefetch(At, 1, 3);
#endif
  default:
    return __builtin_prefetch(At, 0, 3);
  }
}

double udpc::strideNs(const char *At, size_t Stride, size_t Count) {
  return timeOf(Count, [&] {
    for (size_t I = 0; I != Count; ++I)
      At += Stride + load(At);
    keep(At);
  });
}

/// \p Types has the type of the prefetches, or is empty for none.
template <HintType... Types>
static double branchingStride(const char *At, size_t Stride, size_t Delta,
                              size_t Count) {
  return timeOf(Count, [&] {
    uint64_t Taken = 0;
    // Unrolled copies of the load would be prefetched at several times the
    // stride.
#pragma clang loop unroll(disable)
    for (size_t I = 0; I != Count; ++I) {
      (prefetch<Types>(At + Delta), ...);
      // The value is the address of a random other line.
      if (load(At) >> 12 & 1) {
        keep(Taken); // Prevents a select instead of a branch.
        ++Taken;
      }
      At += Stride;
    }
    keep(Taken);
  });
}

template <HintType Type>
static double busyStride(const char *At, size_t Stride, size_t Delta,
                         size_t Count) {
  return timeOf(Count, [&] {
    constexpr unsigned Classes = 16;
    uint64_t Counts[Classes] = {};
#pragma clang loop unroll(disable)
    for (size_t I = 0; I != Count; ++I) {
      prefetch<Type>(At + Delta);
      uint64_t Class = load(At) >> 12 & (Classes - 1);
      unsigned C = 0;
#pragma clang loop unroll(full)
      for (; C != Classes - 1; ++C) {
        keep(Class); // Prevents replacing the search.
        if (Class <= C)
          break;
      }
      ++Counts[C];
      At += Stride;
    }
    asm volatile("" : : "r"(Counts) : "memory");
  });
}

double udpc::gatherNs(const char *Base, ArrayRef<uint32_t> Lines) {
  return timeOf(Lines.size(), [&] {
    uint64_t Sum = 0;
    for (uint32_t Line : Lines)
      Sum += load(Base + size_t(Line) * 64 + Sum);
    keep(Sum);
  });
}

template <HintType Type>
static double gatherWith(const char *Base, ArrayRef<uint32_t> Lines,
                         size_t Ahead) {
  size_t Count = Lines.size() - Ahead;
  return timeOf(Count, [&] {
    uint64_t Sum = 0;
    for (size_t I = 0; I != Count; ++I) {
      prefetch<Type>(Base + size_t(Lines[I + Ahead]) * 64);
      Sum += load(Base + size_t(Lines[I]) * 64 + Sum);
    }
    keep(Sum);
  });
}

/// Calls \p Run with the type as a constant.
template <typename Function>
static double withType(HintType Type, Function Run) {
  using T = HintType;
  switch (Type) {
  case T::NTA:
    return Run(std::integral_constant<T, T::NTA>());
  case T::T1:
    return Run(std::integral_constant<T, T::T1>());
  case T::T2:
    return Run(std::integral_constant<T, T::T2>());
  case T::W:
    return Run(std::integral_constant<T, T::W>());
  case T::T0:
  case T::Indirect:
  case T::Inner:
  case T::Outer:
  case T::Next:
  case T::Pushed:
    return Run(std::integral_constant<T, T::T0>());
  }
  llvm_unreachable("there are no others");
}

double udpc::branchingStrideNs(const char *At, size_t Stride, size_t Count) {
  return branchingStride<>(At, Stride, 0, Count);
}

double udpc::prefetchedBranchingNs(HintType Type, const char *At, size_t Stride,
                                   size_t Delta, size_t Count) {
  return withType(Type, [&](auto T) {
    return branchingStride<decltype(T)::value>(At, Stride, Delta, Count);
  });
}

double udpc::prefetchedBusyNs(HintType Type, const char *At, size_t Stride,
                              size_t Delta, size_t Count) {
  return withType(Type, [&](auto T) {
    return busyStride<decltype(T)::value>(At, Stride, Delta, Count);
  });
}

double udpc::prefetchedGatherNs(HintType Type, const char *Base,
                                ArrayRef<uint32_t> Lines, size_t Ahead) {
  return withType(Type, [&](auto T) {
    return gatherWith<decltype(T)::value>(Base, Lines, Ahead);
  });
}

double udpc::additionNs() {
  constexpr unsigned Registers = 8, Times = 8;
  constexpr size_t Rounds = 20000;
  return timeOf(Rounds * Registers * Times, [] {
    uint64_t Sums[Registers] = {}, One = 1;
    keep(One);
    for (size_t R = 0; R != Rounds; ++R)
#pragma clang loop unroll(full)
      for (unsigned T = 0; T != Times; ++T)
#pragma clang loop unroll(full)
        for (unsigned I = 0; I != Registers; ++I) {
          Sums[I] += One;
          keep(Sums[I]);
        }
  });
}

template <unsigned Between>
static double pairs(const ChainLine *&First, const ChainLine *&Second,
                    size_t Steps) {
  return timeOf(Steps, [&] {
    const ChainLine *P = First, *Q = Second;
    for (size_t I = 0; I != Steps; ++I) {
      P = P->Next;
      asm volatile(".rept %c1\nnop\n.endr" : "+r"(P) : "i"(Between) : "memory");
      Q = Q->Next;
      asm volatile(".rept %c1\nnop\n.endr" : "+r"(Q) : "i"(Between) : "memory");
    }
    First = P;
    Second = Q;
  });
}

template <size_t... I>
static double pairsOneOf(const ChainLine *&First, const ChainLine *&Second,
                         unsigned Between, size_t Steps,
                         std::index_sequence<I...>) {
  double Ns = 0;
  ((Between == InstructionsBetween[I] &&
    (Ns = pairs<InstructionsBetween[I]>(First, Second, Steps))),
   ...);
  return Ns;
}

double udpc::pairsNs(const ChainLine *&First, const ChainLine *&Second,
                     unsigned Between, size_t Steps) {
  return pairsOneOf(First, Second, Between, Steps,
                    std::make_index_sequence<std::size(InstructionsBetween)>());
}
