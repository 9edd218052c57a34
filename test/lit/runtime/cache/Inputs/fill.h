// The start of a kernel: fills D1 with lines of the array.
#pragma once

/// Larger than the largest D1.
static inline void fill() {
  for (size_t I = sizeof(Array) / 2; I != sizeof(Array); I += 32) {
    TELL(Fill, Array + I, uint32_t);
    asm volatile("movl %0, %%ecx" : : "m"(*(uint32_t *)(Array + I)) : "ecx");
  }
}
