/* Stands for the passes: counts the markers where they are executed. */
#include <stdio.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif
static struct { const char *name; unsigned long long count; } seen[64];
static int num_seen;
__attribute__((unused)) static void note(const char *name, unsigned long long amount) {
  for (int i = 0; i < num_seen; i++)
    if (!strcmp(seen[i].name, name)) {
      seen[i].count += amount;
      return;
    }
  seen[num_seen].name = name;
  seen[num_seen++].count = amount;
}
void __udpc_mark(const char *name, unsigned long long amount) { note(name, amount); }
void __udpc_spin(const char *name) { note(name, 1); }
void __udpc_return(void) { note("return", 1); }
__attribute__((unused)) static void show(void) {
  for (int i = 0; i < num_seen; i++)
    printf("%s=%llu\n", seen[i].name, seen[i].count);
}
#ifdef __cplusplus
}
#endif
