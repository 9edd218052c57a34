// Inlined code of all kinds: its keys are the same however it is built.
static inline int sum(const int *A, int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += A[I];
  return S;
}

template <class T> struct Box {
  const T *P;
  T get(int I) const {
    return P[I];
  }
};

namespace {
struct Hidden {
  __attribute__((noinline, used)) int read(const int *A) {
    return A[5];
  }
};
} // namespace

extern "C" __attribute__((noinline, used)) int caller(const int *A, int N) {
  auto Third = [&](int K) { return A[K] / 3; };
  int R = sum(A, N);
  R += Third(N) + Third(N + 7);

  return R + Box<int>{A + 3}.get(N) + Box<int>{A + 9}.get(R & 1);
}

int Numbers[100];
int main(int C, char **) {
  return caller(Numbers, C) + Hidden().read(Numbers + C);
}
