// Loops that look alike and do more than wait, in C. Each has its reason.
//
// (To the front end, -O3 is -O2.)
// RUN: echo '{version: 1, events: [{event: s, spin: iterations}]}' > %t.yaml
// RUN: check() { \
// RUN:   udpc-clang -w -O$level -fudpc-spec=%t.yaml -Rpass=udpc -Rpass-missed=udpc -emit-llvm \
// RUN:     -c %s -o %t.bc 2> %t.txt && \
// RUN:   FileCheck %s --implicit-check-not="inc at" < %t.txt; \
// RUN: }
// RUN: each level 0 1 2 s -- check
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <stdio.h>
struct list { struct list *next; int x; };
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_chase: the load{{.*}} reads another place each time round
int work_chase(struct list *p) { int n = 0; while (p->next) { p = p->next; n++; } return n; }
// CHECK-DAG: works.c:[[@LINE+3]]:{{.*}} no spin loop in work_chase_atomic: the load{{.*}} reads another place each time round
struct list *work_chase_atomic(_Atomic(struct list *) *h) {
  struct list *p = atomic_load(h);
  while (p && p->x) p = p->next;
  return p;
}
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_reduction: the load{{.*}} reads another place each time round
int work_reduction(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
struct vec { int len; int *data; };
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_reduction_len: the exit{{.*}} and all other exits depend on the loop's own variables
int work_reduction_len(struct vec *v) { int s = 0; for (int i = 0; i < v->len; i++) s += i * i; return s; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_reduction_stop: the variable{{.*}} computes a result
int work_reduction_stop(struct vec *v, volatile bool *stop) { int s = 0; for (int i = 0; !*stop; i++) s += i * i; return s; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_sum_poll: the variable{{.*}} computes a result
unsigned work_sum_poll(atomic_uint *x, atomic_bool *stop) { unsigned s = 0; while (!atomic_load(stop)) s += atomic_load(x); return s; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_store: the store{{.*}} writes memory
void work_store(int *p, volatile bool *go) { while (!*go) *p = 1; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_fill: the store{{.*}} writes memory
void work_fill(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_strlen: the load{{.*}} reads another place each time round
size_t work_strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_strchr: the load{{.*}} reads another place each time round
const char *work_strchr(const char *s, char c) { while (*s && *s != c) s++; return s; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_find: the load{{.*}} reads another place each time round
int work_find(const int *a, int n, int x) { for (int i = 0; i < n; i++) if (a[i] == x) return i; return -1; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_induction: the exit{{.*}} and all other exits depend on the loop's own variables
void work_induction(int n) { for (volatile int i = 0; i < n; i++) ; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_induction2: the exit{{.*}} and all other exits depend on the loop's own variables
void work_induction2(int n) { for (int i = 0; i < n; i++) __asm__ volatile("pause"); }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_work: the call of puts{{.*}} may have effects
void work_work(atomic_bool *stop) { while (!atomic_load(stop)) puts("x"); }
extern void work(int);
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_worker: the call of work{{.*}} may have effects
void work_worker(atomic_int *next, int n) { int i; while ((i = atomic_fetch_add(next, 1)) < n) work(i); }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_claim: the atomic add{{.*}} changes memory each time round
void work_claim(atomic_int *next, int n) { while (atomic_fetch_add(next, 1) < n) ; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_counter: the atomic add{{.*}} changes memory each time round
void work_counter(atomic_int *c, atomic_bool *stop) { while (!atomic_load(stop)) atomic_fetch_add(c, 1); }
// CHECK-DAG: works.c:[[@LINE+3]]:{{.*}} no spin loop in work_push: the store{{.*}} writes memory
void work_push(_Atomic(struct list *) *head, struct list *n) {
  struct list *old = atomic_load(head);
  do n->next = old; while (!atomic_compare_exchange_weak(head, &old, n));
}
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_drain: the call of work{{.*}} may have effects
void work_drain(_Atomic(struct list *) *head) { struct list *p; while ((p = atomic_exchange(head, NULL))) work(p->x); }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_until_flag: the load{{.*}} reads another place each time round
void work_until_flag(struct vec *v) { int i = 0; while (v->len) { if (i < v->data[i]) work(i); i++; } }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_getchar: the exit{{.*}} decides by what a call has returned
int work_getchar(void) { int n = 0; while (getchar() != '\n') n++; return n; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_work_queue: the call of work{{.*}} may have effects
void work_work_queue(atomic_bool *stop, atomic_int *q) { while (!atomic_load(stop)) if (atomic_load(q)) { work(1); } }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_forever: it has no exit
void work_forever(void) { for (;;) ; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_shift: the exit{{.*}} and all other exits depend on the loop's own variables
void work_shift(unsigned x) { while (x) x >>= 1; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_bits: the exit{{.*}} and all other exits depend on the loop's own variables
int work_bits(unsigned x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_scan_readers: the atomic load{{.*}} reads another place each time round
bool work_scan_readers(atomic_int *a, int n) { for (int i = 0; i < n; i++) if (atomic_load(&a[i])) return true; return false; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_memcmp: the load{{.*}} reads another place each time round
int work_memcmp(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a - *b; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_hash: the load{{.*}} reads another place each time round
unsigned work_hash(const unsigned char *s) { unsigned h = 5381; int c; while ((c = *s++)) h = h * 33 + c; return h; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_swap_data: the atomic exchange{{.*}} writes memory, and no exit depends on its result
void work_swap_data(atomic_int *x, atomic_bool *stop, int v) { while (!atomic_load(stop)) atomic_exchange(x, v); }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_cas_data: the compare-and-swap{{.*}} writes memory, and no exit depends on its result
void work_cas_data(atomic_int *x, atomic_bool *stop) { while (!atomic_load(stop)) { int z = 0; atomic_compare_exchange_strong(x, &z, 1); } }
// Which place is looked at depends on the round.
// CHECK-DAG: works.c:[[@LINE+2]]:{{.*}} no spin loop in work_two_sides: the load{{.*}} reads another place each time round
bool work_two_sides(const int *a, int n, int j, int x) {
  for (int side = 0; side < 2; side++) {
    int i = (side == 0) ? n - 1 - j : j;
    if (a[i] == x) return true;
  }
  return false;
}
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_either: the load{{.*}} reads another place each time round
bool work_either(const int *a, const int *b) { for (int i = 0; i < 2; i++) { const int *p; if (i) p = a; else p = b; if (*p) return true; } return false; }
// A call that a signal has interrupted is made again.
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_interrupted: the call of sem_trywait{{.*}} is only repeated when a signal came
int work_interrupted(sem_t *s) { int r; do r = sem_trywait(s); while (r == -1 && errno == EINTR); return r; }
// CHECK-DAG: works.c:[[@LINE+2]]:{{.*}} no spin loop in work_poll_files: the call of poll{{.*}} may have effects
int work_poll_files(struct pollfd *f, int n, volatile bool *stop) {
  for (;;) {
    int ready = poll(f, n, -1);
    if (*stop || ready > 0) return ready;
  }
}
static __thread unsigned Sum;
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_thread_sum: the store{{.*}} writes memory
void work_thread_sum(atomic_uint *x, atomic_bool *stop) { while (!atomic_load(stop)) Sum += atomic_load(x); }
static bool is_last(int i) { return i == 9; }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_once: it never goes round
void work_once(atomic_bool *l) { do if (is_last(9)) break; while (atomic_load(l)); }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_asm_count: the inline assembly{{.*}} changes memory each time round
void work_asm_count(atomic_bool *stop, int *n) { while (!atomic_load(stop)) __asm__ volatile("lock; incl (%0)" : : "r"(n) : "memory"); }
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_asm_store: the inline assembly{{.*}} may have effects
void work_asm_store(atomic_bool *stop, int *n) { while (!atomic_load(stop)) __asm__ volatile("movl $1, (%0)" : : "r"(n) : "memory"); }
// What memory holds decides which test it is that the loop goes by, no more.
struct option { int strict; };
// CHECK-DAG: works.c:[[@LINE+1]]:{{.*}} no spin loop in work_which_test: the exit{{.*}} and all other exits depend on the loop's own variables
unsigned work_which_test(struct option *o, unsigned x) { while (o->strict ? x < 1000 : x < 100) x = x * 3 + 1; return x; }
// CHECK-DAG: works.c:[[@LINE+3]]:{{.*}} no spin loop in work_which_flag: the exit{{.*}} and all other exits depend on the loop's own variables
unsigned work_which_flag(struct option *o, unsigned x) {
  bool done = false;
  while (!done) {
    x = x * 3 + 1;
    if (o->strict) { if (x > 1000) done = true; } else if (x > 100) done = true;
  }
  return x;
}
