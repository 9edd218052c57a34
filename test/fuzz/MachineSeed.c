/* A riscv64 program with code, data and thread-local storage. */
int Data = 1, Zeros[100];
__thread int Local = 2;
void _start(void) {
  register long Number __asm__("a7") = 93;
  register long Status __asm__("a0") = Data + Zeros[3] + Local - 3;
  __asm__ volatile("ecall" : : "r"(Number), "r"(Status));
}
