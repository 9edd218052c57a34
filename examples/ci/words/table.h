#include <stdint.h>

enum { MaxLength = 11 };

struct word {
  char name[MaxLength + 1];
  uint32_t count;
  struct word *next;
};

/* The word, which is added if it is new. */
struct word *find(const char *name);
/* All words, and their number. */
const struct word *all_words(unsigned *number);
