#include "table.h"
#include <string.h>

enum { Buckets = 1024, MaxWords = 4096 };

static struct word words[MaxWords];
static struct word *buckets[Buckets];
static unsigned used;

static uint32_t hash(const char *name) {
  uint32_t h = 2166136261u;
  for (; *name; ++name)
    h = (h ^ (unsigned char)*name) * 16777619u;
  return h;
}

struct word *find(const char *name) {
  struct word **first = &buckets[hash(name) % Buckets];
  for (struct word *w = *first; w; w = w->next)
    if (strcmp(w->name, name) == 0)
      return w;
  struct word *w = &words[used++];
  strcpy(w->name, name);
  w->next = *first;
  *first = w;
  return w;
}

const struct word *all_words(unsigned *number) {
  *number = used;
  return words;
}
