// A list and an array: a few memory operations, each on a line of its own where
// it says so.
struct node {
  struct node *next;
  long v;
};

__attribute__((noinline)) long sum(struct node *n) {
  long s = 0;
  for (; n; n = n->next)
    s += n->v;
  return s;
}

__attribute__((noinline)) void copy(long *to, const long *from) {
  *to = // store
      *from; // load
}

static inline void bump(long *p) {
  *p += 3;
}

__attribute__((noinline)) void twice(long *a, long *b) {
  bump(a);
  bump(b);
}

__attribute__((noinline)) long shared(long *a, long *b) { return *a + *b; }

long nothing(long a) { return -a; }

int main(int argc, char **argv) {
  struct node x = {0, argc}, y = {&x, 3};
  long a = argc, b = 2;
  copy(&a, &b);
  twice(&a, &b);
  return (int)(sum(&y) + shared(&a, &b) + nothing(a)) & 1;
}
