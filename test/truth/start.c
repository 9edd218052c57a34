// For programs whose data are to have the same places in caches whatever the
// environment, the emulator and what the linker adds: stack and heap begin at a
// multiple of 128 KB. Wrapped around main (-Wl,--wrap=main).
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <unistd.h>

#define UNIT 0x20000

// Before the constructors of libraries, which may allocate.
static void alignHeap(void) { sbrk(UNIT - (uintptr_t)sbrk(0) % UNIT); }
__attribute__((section(".preinit_array"),
               used)) static void (*AlignHeap)(void) = alignHeap;

int __real_main(int argc, char **argv, char **envp);

int __wrap_main(int argc, char **argv, char **envp) {
  void *Skipped =
      __builtin_alloca((uintptr_t)__builtin_frame_address(0) % UNIT);
  __asm__ volatile("" ::"r"(Skipped) : "memory");
  int Result = __real_main(argc, argv, envp);
  __asm__ volatile("" ::"r"(Skipped) : "memory");
  return Result;
}
