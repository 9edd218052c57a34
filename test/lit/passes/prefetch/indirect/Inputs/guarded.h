// Memory between pages that must not be touched, and output. With -DFREESTANDING
// by system calls alone, on AArch64 and riscv64.
#include <stddef.h>
#include <stdint.h>

enum { Page = 4096 };

#ifdef FREESTANDING
static long systemCall(long Number, long A, long B, long C, long D, long E, long F) {
#ifdef __aarch64__
#define REGISTER(Name) __asm__("x" Name)
#define NUMBER "8"
#define TRAP "svc 0"
#else
#define REGISTER(Name) __asm__("a" Name)
#define NUMBER "7"
#define TRAP "ecall"
#endif
  register long N REGISTER(NUMBER) = Number, P REGISTER("0") = A, Q REGISTER("1") = B;
  register long R REGISTER("2") = C, S REGISTER("3") = D, T REGISTER("4") = E, U REGISTER("5") = F;
  __asm__ volatile(TRAP : "+r"(P) : "r"(N), "r"(Q), "r"(R), "r"(S), "r"(T), "r"(U) : "memory");
  return P;
}
void *memset(void *To, int Byte, size_t Size) {
  for (volatile char *P = To; Size; --Size)
    *P++ = Byte;
  return To;
}
static char *reserve(size_t Size) { return (char *)systemCall(222, 0, Size, 0, 0x22, -1, 0); }
static void allow(char *Memory, size_t Size) { systemCall(226, (long)Memory, Size, 3, 0, 0, 0); }
static void print(const char *Text, size_t Size) { systemCall(64, 1, (long)Text, Size, 0, 0, 0); }
int main(void);
void start(void) {
  main();
  systemCall(93, 0, 0, 0, 0, 0, 0);
}
#ifdef __aarch64__
__asm__(".globl _start\n_start:\n  mov x29, xzr\n  mov x30, xzr\n  bl start\n");
#else
__asm__(".globl _start\n_start:\n  andi sp, sp, -16\n  call start\n");
#endif
#else
#include <stdio.h>
#include <sys/mman.h>
static char *reserve(size_t Size) { return mmap(0, Size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
static void allow(char *Memory, size_t Size) { mprotect(Memory, Size, PROT_READ | PROT_WRITE); }
static void print(const char *Text, size_t Size) { fwrite(Text, 1, Size, stdout); }
#endif

// Ends at a page which must not be touched, or begins after one.
static void *between(size_t Bytes, int AtEnd) {
  size_t Size = (Bytes + Page - 1) / Page * Page;
  char *All = reserve(Size + 2 * Page);
  allow(All + Page, Size);
  return All + Page + (AtEnd ? Size - Bytes : 0);
}

static void printNumber(uint64_t Number, char After) {
  char Text[17];
  for (int I = 0; I < 16; ++I)
    Text[I] = "0123456789abcdef"[Number >> (60 - 4 * I) & 15];
  Text[16] = After;
  print(Text, sizeof(Text));
}

static uint32_t random32(void) {
  static uint64_t Seed = 1;
  Seed = Seed * 6364136223846793005u + 1442695040888963407u;
  return Seed >> 32;
}
