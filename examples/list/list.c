/* The example of docs/prefetch.md: a list whose nodes lie in memory in the
   list's order, with gaps where nodes have been removed. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  long value;
  long rest[22]; /* a node has 192 bytes */
};

enum { NODES = 600000, WALKS = 20 };

static struct node *make_list(void) {
  struct node *nodes = calloc(NODES, sizeof(struct node));
  struct node *first = NULL, **end = &first;
  for (long i = 0; i < NODES; i++) {
    nodes[i].value = i;
    if (rand() % 2)
      continue; /* removed */
    *end = &nodes[i];
    end = &nodes[i].next;
  }
  *end = NULL;
  return first;
}

static long sum(const struct node *n) {
  long s = 0;
  for (; n; n = n->next)
    s += n->value;
  return s;
}

int main(void) {
  const struct node *list = make_list();
  long total = 0;
  for (int i = 0; i < WALKS; i++)
    total += sum(list);
  printf("%ld\n", total);
  return 0;
}
