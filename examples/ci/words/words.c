/* Counts the words of a text that it makes: the program whose costs check.sh
   checks. */
#include "table.h"
#include <stdio.h>

/* The same text in each run. */
static void next_word(char *name) {
  static uint32_t state = 1;
  unsigned length = 3;
  state = state * 1664525u + 1013904223u;
  for (uint32_t bits = state >> 21; length--; bits /= 12)
    *name++ = (char)('a' + bits % 12);
  *name = 0;
}

int main(void) {
  char name[MaxLength + 1];
  for (int i = 0; i < 20000; ++i) {
    next_word(name);
    find(name)->count++;
  }
  unsigned number;
  const struct word *word = all_words(&number), *most = word;
  for (unsigned i = 0; i < number; ++i)
    if (word[i].count > most->count)
      most = &word[i];
  printf("%u words, most often \"%s\": %u\n", number, most->name, most->count);
  return 0;
}
