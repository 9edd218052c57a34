#include <dlfcn.h>
int weight(int N);
int main(int argc, char **argv) {
  int Sum = 0;
  for (int I = 0; I != 5; ++I)
    Sum += weight(I);
#ifndef ALONE
  void *Late = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  int (*F)(int) = (int (*)(int))dlsym(Late, "weight");
  Sum += F(1) + F(2);
  dlclose(Late);
#endif
  return Sum == 0;
}
