/* The example of docs/tutorial.md: a list that is pushed to and popped from. */
#include <stdio.h>
#include <stdlib.h>

struct item { int key; struct item *next; };
static struct item *head;
static int length;

static void push(int key) {
  struct item *i = malloc(sizeof *i);
  if (!i)
    abort();
  i->key = key;
  i->next = head;
  head = i;
  length++;
}

static int pop(void) {
  if (!head)
    return -1;
  struct item *i = head;
  int key = i->key;
  head = i->next;
  free(i);
  length--;
  return key;
}

int main(void) {
  long sum = 0;
  for (int i = 0; i < 1000; i++) {
    push(i);
    if (i % 3 == 0)
      sum += pop();
    if (i % 7 == 0)
      sum += pop() + pop();
  }
  printf("sum %ld, left %d\n", sum, length);
  return 0;
}
