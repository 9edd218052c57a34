// Code that leaves checks little room: live flags, all registers in use, data
// below the stack pointer, thread-local operands, addresses of every form.
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static uint64_t sum = 1469598103934665603u;
static void mix(uint64_t V) { sum = (sum ^ V) * 1099511628211u; }

static _Thread_local int local[40];
int table[64];

NOINLINE static int onThread(int I) {
  local[I % 40] += I;
  local[3] ^= local[(I + 1) % 40];
  return local[I % 7] + local[39];
}

// A leaf: its variables are below the stack pointer.
NOINLINE static long leaf(long A, long B) {
  volatile long V[12];
  for (int I = 0; I != 12; ++I)
    V[I] = A * I + B;
  return V[0] + V[5] * V[11] - V[(A & 7) + 1];
}

// Long addition: the carry lives from one limb to the next.
NOINLINE static void add(uint64_t *To, const uint64_t *A, const uint64_t *B) {
  unsigned long long Carry = 0;
  for (int I = 0; I != 8; ++I)
    To[I] = __builtin_addcll(A[I], B[I], Carry, &Carry);
}

NOINLINE static uint64_t many(const uint64_t *P, const uint64_t *Q) {
  uint64_t A = P[0], B = P[1], C = P[2], D = P[3], E = P[4], F = P[5], G = P[6],
           H = P[7], I = Q[0], J = Q[1], K = Q[2], L = Q[3];
  for (int N = 0; N != 20; ++N) {
    A += B ^ P[N & 7];
    B = (B << 5 | B >> 59) + C;
    C ^= D + Q[(N + 3) & 7];
    D += E * 3;
    E ^= F;
    F += G - P[(N + 5) & 7];
    G = G * 5 + H;
    H ^= I;
    I += J ^ Q[A & 7];
    J -= K;
    K = (K >> 7 | K << 57) ^ L;
    L += A;
  }
  return A ^ B ^ C ^ D ^ E ^ F ^ G ^ H ^ I ^ J ^ K ^ L;
}

NOINLINE static int various(int N, ...) {
  va_list List;
  va_start(List, N);
  double S = 0;
  for (int I = 0; I != N; ++I)
    S += I & 1 ? va_arg(List, double) : va_arg(List, int);
  va_end(List);
  return (int)(S * 16);
}

NOINLINE static int choose(int I, int *P) {
  switch (I) {
  case 0: return *P;
  case 1: return P[1] + 5;
  case 2: return P[2] * P[3];
  case 3: P[4] = 9; return 2;
  case 4: return table[P[0] & 63];
  case 5: return -P[5];
  case 6: return P[6] >> 1;
  default: return 77;
  }
}

static jmp_buf Env;
NOINLINE static void jump(int I) { longjmp(Env, I); }
NOINLINE static int jumps(void) {
  volatile int N = 0;
  int R = setjmp(Env);
  N += R;
  if (R < 5)
    jump(R + 1);
  return N;
}

NOINLINE static int onStack(int N) {
  char Text[N + 1];
  memset(Text, 'a' + N % 20, N);
  Text[N] = 0;
  return (int)strlen(Text) + Text[N / 2];
}

struct Pair { long A, B, C; };
NOINLINE static struct Pair pair(struct Pair P) {
  struct Pair R = {P.B, P.C, P.A + 1};
  return R;
}

NOINLINE static void *tail(void *To, const void *From) {
  return memcpy(To, From, 48);
}

NOINLINE static int between(const int *P, int A, int B) {
  // The loads are between comparisons and the uses of their flags.
  int R = A < B ? P[1] : P[2];
  R += P[3] == A ? P[4] : P[5];
  return (P[6] > R) + (P[7] < R) * 2 + (unsigned)(P[8] - R) / 3;
}

int main(void) {
  uint64_t A[8], B[8], C[8];
  int Numbers[16];
  for (int I = 0; I != 8; ++I) {
    A[I] = ~0ull - I * 77;
    B[I] = I * 0x9e3779b97f4a7c15u + (I < 4);
  }
  for (int I = 0; I != 16; ++I)
    Numbers[I] = I * I - 20;
  for (int I = 0; I != 64; ++I)
    table[I] = I * 31;
  for (int I = 0; I != 50; ++I) {
    mix(onThread(I));
    mix(leaf(I, 3));
    add(C, A, B);
    add(B, C, A);
    mix(C[I & 7]);
    mix(many(C, B));
    mix(various(4, I, 1.5, 3, 2.25));
    mix(choose(I % 9, Numbers));
    mix(onStack(I + 1));
    struct Pair P = pair((struct Pair){I, 2, 3});
    mix(P.A ^ P.B << 7 ^ P.C << 9);
    tail(A + 1, B + 2);
    mix(A[3]);
    mix(between(Numbers, I, 20));
    mix(memcmp(A, C, sizeof(A)) > 0);
  }
  mix(jumps());
  printf("checksum %016llx\n", (unsigned long long)sum);
#ifdef COUNTS
  extern unsigned long accesses, fetches, ranges;
  if (accesses < 5000 || fetches < 1000 || ranges < 100)
    return printf("%lu %lu %lu\n", accesses, fetches, ranges), 1;
#endif
  return 0;
}
