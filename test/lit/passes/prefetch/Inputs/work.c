// Loads and stores of many forms. With -DFREESTANDING it needs no library, on
// AArch64.
#ifdef FREESTANDING
static long systemCall(long Number, long A, const void *B, long C) {
  register long X8 __asm__("x8") = Number, X0 __asm__("x0") = A;
  register const void *X1 __asm__("x1") = B;
  register long X2 __asm__("x2") = C;
  __asm__ volatile("svc 0" : "+r"(X0) : "r"(X8), "r"(X1), "r"(X2) : "memory");
  return X0;
}
void *memset(void *To, int Byte, unsigned long Size) {
  for (volatile char *P = To; Size; --Size)
    *P++ = Byte;
  return To;
}
void *memcpy(void *To, const void *From, unsigned long Size) {
  const char *Q = From;
  for (volatile char *P = To; Size; --Size)
    *P++ = *Q++;
  return To;
}
static void print(const char *Text, long Size) {
  systemCall(64, 1, Text, Size);
}
#else
#include <stdio.h>
static void print(const char *Text, long Size) {
  fwrite(Text, 1, Size, stdout);
}
#endif

enum { N = 1000 };
struct Node {
  struct Node *Next;
  long Value;
  char Pad[100];
  short Small;
  double Real;
};
static struct Node Nodes[N];
static int Table[N];
static short Shorts[N];
static unsigned char Bytes[N];
static double Reals[N];
static float Singles[N];
static long Counter;
static unsigned short SmallCounter;
_Thread_local long PerThread;

#define NOINLINE __attribute__((noinline))

NOINLINE void fill(void) {
  for (int I = 0; I < N; ++I) {
    Nodes[I].Next = I + 1 < N ? &Nodes[I + 1] : 0;
    Nodes[I].Value = I * 3;
    Nodes[I].Small = -I;
    Nodes[I].Real = I / 4.0;
    Table[I] = (I * 7) % N;
    Shorts[I] = I * 5;
    Bytes[I] = I * 11;
    Reals[I] = I * 0.5;
    Singles[I] = I * 0.25f;
  }
}
NOINLINE long walk(const struct Node *P) {
  long Sum = 0;
  for (; P; P = P->Next)
    Sum += P->Value + P->Small + (long)P->Real;
  return Sum;
}
NOINLINE long gather(const unsigned *Index, const int *From, int Count) {
  long Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum = Sum * 3 + From[Index[I]] + Shorts[Index[I]] - Bytes[Index[I]];
  return Sum;
}
NOINLINE void scale(double *To, const float *From, int Count) {
  for (int I = 0; I < Count; ++I)
    To[I] = To[I] * 1.5 + From[I];
}
NOINLINE long strided(int *A, int Count) {
  long Sum = 0;
  for (int I = 0; I < Count / 5; ++I)
    Sum += A[I * 5] += I;
  return Sum;
}
NOINLINE long atomics(long *P) {
  long Old = __atomic_fetch_add(P, 5, __ATOMIC_SEQ_CST);
  __atomic_fetch_nand(P, 3, __ATOMIC_RELAXED);
  __atomic_compare_exchange_n(P, &Old, 99, 0, __ATOMIC_ACQ_REL,
                              __ATOMIC_ACQUIRE);
  __atomic_fetch_add(&SmallCounter, 3, __ATOMIC_SEQ_CST);
  return Old + *P + SmallCounter;
}
/// More values than registers.
NOINLINE long crowded(const long *A, const long *B) {
  long S[24];
  for (int I = 0; I < 24; ++I)
    S[I] = A[I] ^ B[23 - I];
  for (int Round = 0; Round < 9; ++Round)
#pragma clang loop unroll(full)
    for (int I = 0; I < 24; ++I)
      S[I] += S[(I * 7 + 1) % 24] * A[(I + Round) % 24] + B[I] / (Round + 1);
  long Sum = 0;
  for (int I = 0; I < 24; ++I)
    Sum = Sum * 5 + S[I];
  return Sum;
}
NOINLINE long perThread(long By) { return PerThread += By; }
NOINLINE struct Node copied(const struct Node *P) { return *P; }

static void printNumber(long Sum) {
  char Text[32] = "checksum ";
  int End = 9;
  for (int Shift = 60; Shift >= 0; Shift -= 4)
    Text[End++] = "0123456789abcdef"[Sum >> Shift & 15];
  Text[End++] = '\n';
  print(Text, End);
}

static long run(void) {
  long Values[24];
  fill();
  long Sum = walk(Nodes) + gather((unsigned *)Table, Table, N);
  scale(Reals, Singles, N);
  for (int I = 0; I < N; ++I)
    Sum = Sum * 31 + (long)Reals[I];
  Sum = Sum * 31 + strided(Table, N) + atomics(&Counter);
  for (int I = 0; I < 24; ++I)
    Values[I] = Sum >> I;
  Sum = Sum * 31 + crowded(Values, (const long *)Reals) + perThread(7);
  return Sum + copied(&Nodes[5]).Small;
}

#ifdef FREESTANDING
static long ThreadArea[8] __attribute__((aligned(16)));
void start(void) {
  __asm__ volatile("msr tpidr_el0, %0" : : "r"(ThreadArea));
  printNumber(run());
  systemCall(93, 0, 0, 0);
}
__asm__(".globl _start\n_start:\n  mov x29, xzr\n  mov x30, xzr\n  bl start\n");
#else
int main(void) { printNumber(run()); }
#endif
