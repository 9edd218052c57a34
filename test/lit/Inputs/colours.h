// Programs with udpc instructions written by hand, as the compiler makes them:
// events red (counter 1), green (counter 70) and blue (no counter), a site each,
// in one unit of instructions. The event `plain` is counted inline in another
// unit.
#include <udpc/abi.h>

namespace sites {
using namespace udpc::abi;

template <unsigned N> struct alignas(8) Table {
  TableHeader Header;
  EventRec Events[N];
  SiteRec Sites[N];
  CandidateRec Candidates[N];
  char Strings[32];
};

static const Table<3> Colours = {
    {TableMagic, Version, sizeof(Colours), 3, 0, 3, 0, 3, 3, 32, 0},
    {{1, 1}, {5, 70}, {11, -1}},
    {{0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
     {1, 1, 0, 0, 0, 2, 0, 0, 1, 1},
     {2, 1, 0, 0, 0, 3, 0, 0, 2, 1}},
    {{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}},
    "\0red\0green\0blue"};
static const Table<1> Plain = {
    {TableMagic, Version, sizeof(Plain), 1, 0, 1, 0, 1, 1, 32, 0},
    {{1, -1}},
    {{0, 1, 0, 0, 0, 1, 0, 0, 0, 1}},
    {{0, 0, 0, 0, 0}},
    "\0plain"};

static thread_local uint64_t Slots[3], PlainSlots[1];
static uint64_t *slots() { return Slots; }
static uint64_t *plainSlots() { return PlainSlots; }
extern "C" {
Unit ColoursUnit = {UnitVersion, 3, (const uint8_t *)&Colours, sizeof(Colours),
                    slots,   0, 0, UnitLowering::Instruction, 0};
}
static Unit PlainUnit = {UnitVersion, 1, (const uint8_t *)&Plain, sizeof(Plain),
                         plainSlots, 0, 0, UnitLowering::Inline, 0};

#define SITE(Counter, Command, Site)                                           \
  asm volatile("1: .byte 0x66,0x0f,0x1f,0x84,0x00," #Command "," #Counter      \
               ",0xff,0xdc\n"                                                  \
               ".pushsection __udpc_sites,\"a\",@progbits\n"                   \
               ".quad 1b - .\n"                                                \
               ".quad ColoursUnit - .\n"                                       \
               ".long " #Site "\n"                                             \
               ".byte " #Counter "," #Command ",0,0\n"                         \
               ".popsection" ::                                                \
                   : "memory", "cc")

__attribute__((noinline)) static void red() { SITE(1, 0, 0); }
__attribute__((noinline)) static void green() { SITE(70, 0, 1); }
__attribute__((noinline)) static void blue() { SITE(0, 0, 2); }
static void plain() { ++PlainSlots[0]; }

extern "C" const InstructionRec __start___udpc_sites[], __stop___udpc_sites[];

static void start(bool WithPlain) {
  Unit *Units[] = {&ColoursUnit, WithPlain ? &PlainUnit : nullptr};
  __udpc_register(Units, Units + 2);
  __udpc_register_sites(__start___udpc_sites, __stop___udpc_sites);
  asm volatile("" ::"r"(&__udpc_runtime));
}
static void all() { red(), green(), blue(), plain(); }
} // namespace sites
