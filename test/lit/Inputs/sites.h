// udpc instructions by hand, as the compiler makes them: a unit with NUM_SITES
// sites, site N of which is of event N & 1 ("even" and "odd").
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <udpc/abi.h>
#include <udpc/udpc.h>

#ifndef NUM_SITES
#define NUM_SITES 8
#endif

namespace {
struct alignas(8) Table {
  udpc::abi::TableHeader Header = {udpc::abi::TableMagic,
                                   udpc::abi::Version,
                                   sizeof(Table),
                                   2,
                                   0,
                                   NUM_SITES,
                                   0,
                                   NUM_SITES,
                                   NUM_SITES,
                                   16,
                                   0};
  udpc::abi::EventRec Events[2] = {{1, -1}, {6, -1}};
  udpc::abi::SiteRec Sites[NUM_SITES] = {};
  udpc::abi::CandidateRec Candidates[NUM_SITES] = {};
  char Strings[16 + (NUM_SITES & 1) * 4] = "\0even\0odd";
  constexpr Table() {
    for (uint32_t I = 0; I != NUM_SITES; ++I) {
      // Marks, whose slots may be negative.
      Sites[I] = {I & 1, uint8_t(udpc::abi::SiteKind::Mark), 0, 0, 0, 1, 0, 0,
                  I, 1};
      Candidates[I] = {I, 0, 0, 0, 0};
    }
  }
};
static_assert(sizeof(Table) % 8 == 0, "padded");
constexpr Table TheTable;
} // namespace
#ifdef LIBRARY
#define SLOTS nullptr
#define WEAK __attribute__((weak))
#else
static thread_local uint64_t Slots[NUM_SITES];
static uint64_t *slots() { return Slots; }
#define SLOTS slots
#endif
extern "C" {
__attribute__((used, visibility("hidden"))) udpc::abi::Unit udpc_test_unit = {
    udpc::abi::UnitVersion,
    NUM_SITES,
    reinterpret_cast<const uint8_t *>(&TheTable),
    sizeof(TheTable),
    SLOTS,
    nullptr,
    nullptr,
    udpc::abi::UnitLowering::Instruction,
    0};
extern const udpc::abi::InstructionRec __start___udpc_sites[]
    __attribute__((weak, visibility("hidden")));
extern const udpc::abi::InstructionRec __stop___udpc_sites[]
    __attribute__((weak, visibility("hidden")));
}
static udpc::abi::Unit *TheUnits[] = {&udpc_test_unit};
__attribute__((constructor)) static void registerAll() {
  __udpc_register(TheUnits, TheUnits + 1);
  __udpc_register_sites(__start___udpc_sites, __stop___udpc_sites);
}
__attribute__((destructor)) static void unregisterAll() {
  __udpc_unregister_sites(__start___udpc_sites, __stop___udpc_sites);
  __udpc_unregister(TheUnits, TheUnits + 1);
}

// The instruction of site N with command C (0: inc, 1: dec) and flags F, for
// assembler text in which 771 is not used.
#ifdef __riscv
#define UDPC_INSTRUCTION(C) "slti zero, zero, " #C " << 8 | 7\n"
#define UDPC_CLOBBERED "memory"
#else
#define UDPC_CLOBBERED "cc", "memory"
#define UDPC_INSTRUCTION(C) ".byte 0x66,0x0f,0x1f,0x84,0x00," #C ",7,0xff,0xdc\n"
#endif
#define UDPC_SITE(N, C, F)                                                     \
  "771: " UDPC_INSTRUCTION(C)                                                  \
  ".pushsection __udpc_sites,\"a\",@progbits\n"                                \
  ".quad 771b - ., udpc_test_unit - .\n"                                       \
  ".long " #N "\n.byte 7," #C "," #F ",0\n"                                    \
  ".popsection\n"
#define UDPC_INC(N) asm volatile(UDPC_SITE(N, 0, 0)::: UDPC_CLOBBERED)
#define UDPC_DEC(N) asm volatile(UDPC_SITE(N, 1, 0)::: UDPC_CLOBBERED)

#define CHECK(X)                                                               \
  do                                                                           \
    if (!(X)) {                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #X);                  \
      abort();                                                                 \
    }                                                                          \
  while (0)
static long readEvent(const char *Name) {
  return static_cast<long>(udpc_read(udpc_event_find(Name)));
}
