// udpc instructions, as include/udpc/encoding.h has them.
#ifdef __x86_64__
#define UDPC(Command, Counter)                                                 \
  __asm__ volatile(".byte 0x66,0x0f,0x1f,0x84,0x00,%c0,%c1,0xff,0xdc"          \
                   :                                                           \
                   : "i"(Command), "i"(Counter)                                \
                   : "memory")
#else
#define UDPC(Command, Counter)                                                 \
  __asm__ volatile("slti x0, x0, %0"                                           \
                   :                                                           \
                   : "i"((Command) << 8 | (Counter))                           \
                   : "memory")
#endif
#define INC(Counter) UDPC(0, Counter)
#define DEC(Counter) UDPC(1, Counter)
