/* Samples itself as programs of the BOOM fork do: a constructor sets the
 * registers, a handler saves the program's registers, logs the counters and
 * returns by URet. Written after a description of what these programs do. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WRITE_REGISTER(tag, value)                                             \
  __asm__ volatile("addi x0, %0, " #tag ::"r"((uint64_t)(value)) : "memory")
#define READ_REGISTER(tag, out)                                                \
  do {                                                                         \
    uint64_t Value_ = ~0ul;                                                    \
    __asm__ volatile("addi x0, %0, " #tag : "+r"(Value_)::"memory");           \
    (out) = Value_;                                                            \
  } while (0)

/* 0 to 31: the program's registers; 32 to 39: those of the handler. */
uint64_t SavedRegisters[512] __attribute__((aligned(16)));
uint64_t HandlerStack[1024] __attribute__((aligned(16)));

uint64_t MaxEventNum = 1000, Warmup = 0, EventSelection = 0, MaxPeriods = ~0ul;
uint64_t NumSamples, FirstExitPc, SumOfInstructions, SumOfNowEvents;

void sampleEntry(void);

static void setRegisters(void) {
  WRITE_REGISTER(6, 0);
  WRITE_REGISTER(7, 0);
  WRITE_REGISTER(1, 0x1234567);
  WRITE_REGISTER(2, sampleEntry);
  WRITE_REGISTER(4, MaxEventNum);
  WRITE_REGISTER(5, Warmup);
  WRITE_REGISTER(3, EventSelection);
  WRITE_REGISTER(7, 1);
  __asm__ volatile("addi x0, x0, 127" ::: "memory");
}

void logSample(void) {
  uint64_t ExitPc, Insts, Now, Cycles, Retired;
  READ_REGISTER(35, ExitPc);
  READ_REGISTER(129, Insts);
  READ_REGISTER(43, Now);
  __asm__ volatile("rdcycle %0" : "=r"(Cycles));
  __asm__ volatile("rdinstret %0" : "=r"(Retired));
  if (!NumSamples++)
    FirstExitPc = ExitPc;
  SumOfInstructions += Insts;
  SumOfNowEvents += Now;
  if (getenv("SAMPLE_LOG")) {
    char Line[160];
    int Size = sprintf(Line,
                       "{\"type\": \"max_inst\", \"times\": %lu, \"cycles\": "
                       "%lu, \"inst\": %lu}\n",
                       NumSamples, Cycles, Retired);
    write(2, Line, Size);
  }
  /* The address to go on at. */
  WRITE_REGISTER(9, ExitPc);
  if (NumSamples < MaxPeriods)
    setRegisters();
}

/* temp2 keeps a0 until SavedRegisters is at hand. */
__asm__(".text\n.globl sampleEntry\nsampleEntry:\n"
        "  addi x0, a0, 10\n"
        "  la a0, SavedRegisters\n"
        "  sd x1, 8(a0)\n  sd x2, 16(a0)\n  sd x3, 24(a0)\n  sd x4, 32(a0)\n"
        "  sd x5, 40(a0)\n  sd x6, 48(a0)\n  sd x7, 56(a0)\n  sd x8, 64(a0)\n"
        "  sd x9, 72(a0)\n  sd x11, 88(a0)\n  sd x12, 96(a0)\n"
        "  sd x13, 104(a0)\n  sd x14, 112(a0)\n  sd x15, 120(a0)\n"
        "  sd x16, 128(a0)\n  sd x17, 136(a0)\n  sd x18, 144(a0)\n"
        "  sd x19, 152(a0)\n  sd x20, 160(a0)\n  sd x21, 168(a0)\n"
        "  sd x22, 176(a0)\n  sd x23, 184(a0)\n  sd x24, 192(a0)\n"
        "  sd x25, 200(a0)\n  sd x26, 208(a0)\n  sd x27, 216(a0)\n"
        "  sd x28, 224(a0)\n  sd x29, 232(a0)\n  sd x30, 240(a0)\n"
        "  sd x31, 248(a0)\n"
        "  mv x9, a0\n  addi x0, x11, 37\n  sd x11, 80(x9)\n"
        "  ld gp, 256(x9)\n  ld tp, 264(x9)\n"
        "  la sp, HandlerStack\n  li t0, 8192\n  add sp, sp, t0\n"
        "  call logSample\n"
        "  la a0, SavedRegisters\n"
        "  ld x1, 8(a0)\n  ld x2, 16(a0)\n  ld x3, 24(a0)\n  ld x4, 32(a0)\n"
        "  ld x5, 40(a0)\n  ld x6, 48(a0)\n  ld x7, 56(a0)\n  ld x8, 64(a0)\n"
        "  ld x9, 72(a0)\n  ld x11, 88(a0)\n  ld x12, 96(a0)\n"
        "  ld x13, 104(a0)\n  ld x14, 112(a0)\n  ld x15, 120(a0)\n"
        "  ld x16, 128(a0)\n  ld x17, 136(a0)\n  ld x18, 144(a0)\n"
        "  ld x19, 152(a0)\n  ld x20, 160(a0)\n  ld x21, 168(a0)\n"
        "  ld x22, 176(a0)\n  ld x23, 184(a0)\n  ld x24, 192(a0)\n"
        "  ld x25, 200(a0)\n  ld x26, 208(a0)\n  ld x27, 216(a0)\n"
        "  ld x28, 224(a0)\n  ld x29, 232(a0)\n  ld x30, 240(a0)\n"
        "  ld x31, 248(a0)\n  ld a0, 80(a0)\n"
        "  addi x0, x0, 64\n");

__attribute__((constructor)) static void startSampling(void) {
  const char *Every = getenv("SAMPLE_EVERY");
  if (Every)
    MaxEventNum = strtoul(Every, NULL, 10);
  if (getenv("SAMPLE_EVENT"))
    EventSelection = strtoul(getenv("SAMPLE_EVENT"), NULL, 10);
  if (getenv("SAMPLE_WARMUP"))
    Warmup = strtoul(getenv("SAMPLE_WARMUP"), NULL, 10);
  if (getenv("SAMPLE_PERIODS"))
    MaxPeriods = strtoul(getenv("SAMPLE_PERIODS"), NULL, 10);
  __asm__ volatile("sd gp, 256(%0)\n sd tp, 264(%0)" ::"r"(SavedRegisters)
                   : "memory");
  if (Every) {
    printf("maxevent %lu warmupinst %lu eventsel %lu\n", MaxEventNum, Warmup,
           EventSelection);
    printf("sample function addr %s\n", sampleEntry ? "known" : "unknown");
    fflush(stdout);
    setRegisters();
  }
}
