// Loops that only wait, in C: each is found in the front end's IR, whether or not
// it is to be optimised. The reason names what the loop waits for.
//
// (To the front end, -O3 is -O2.)
// RUN: echo '{version: 1, events: [{event: s, spin: iterations}]}' > %t.yaml
// RUN: check() { \
// RUN:   udpc-clang -w -O$level -fudpc-spec=%t.yaml -Rpass=udpc -Rpass-missed=udpc -emit-llvm \
// RUN:     -c %s -o %t.bc 2> %t.txt && \
// RUN:   FileCheck %s --implicit-check-not="no spin loop" < %t.txt; \
// RUN: }
// RUN: each level 0 1 2 s -- check
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sched.h>
#include <pthread.h>
#include <time.h>
#include <poll.h>
#include <errno.h>
#include <semaphore.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
#include <immintrin.h>
typedef atomic_int lock_t;
static atomic_flag Flag = ATOMIC_FLAG_INIT;
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_test_and_set: it waits for the atomic exchange at
void wait_test_and_set(atomic_bool *l) { while (atomic_exchange(l, true)) ; }
// CHECK-DAG: waits.c:[[@LINE+2]]:{{.*}} loop in wait_ttas: it waits for the atomic exchange at
void wait_ttas(atomic_bool *l) {
  while (atomic_exchange(l, true))
    while (atomic_load_explicit(l, memory_order_relaxed)) _mm_pause();
}
// CHECK-DAG: waits.c:[[@LINE+2]]:{{.*}} loop in wait_ttas2: it waits for the atomic exchange at
void wait_ttas2(atomic_bool *l) {
  for (;;) {
    if (!atomic_exchange(l, true)) return;
    while (atomic_load(l)) ;
  }
}
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_flag: it waits for the atomic exchange at
void wait_flag(void) { while (atomic_flag_test_and_set(&Flag)) ; }
struct ticket { atomic_uint next, serving; };
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_ticket: it waits for the atomic load at
void wait_ticket(struct ticket *t) {
  unsigned mine = atomic_fetch_add(&t->next, 1);
  while (atomic_load(&t->serving) != mine) _mm_pause();
}
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_ticket_backoff: it waits for the atomic load at
void wait_ticket_backoff(struct ticket *t) {
  unsigned mine = atomic_fetch_add(&t->next, 1), d;
  while ((d = mine - atomic_load(&t->serving)) != 0)
    for (unsigned i = 0; i < d * 10; i++) _mm_pause();
}
struct node { _Atomic(struct node *) next; atomic_int locked; };
// CHECK-DAG: waits.c:[[@LINE+7]]:{{.*}} loop in wait_mcs_lock: it waits for the atomic load at
void wait_mcs_lock(_Atomic(struct node *) *tail, struct node *me) {
  atomic_store(&me->next, NULL);
  atomic_store(&me->locked, 1);
  struct node *prev = atomic_exchange(tail, me);
  if (prev) {
    atomic_store(&prev->next, me);
    while (atomic_load(&me->locked)) ;
  }
}
// CHECK-DAG: waits.c:[[@LINE+6]]:{{.*}} loop in wait_mcs_unlock: it waits for the atomic load at
void wait_mcs_unlock(_Atomic(struct node *) *tail, struct node *me) {
  struct node *next = atomic_load(&me->next);
  if (!next) {
    struct node *expected = me;
    if (atomic_compare_exchange_strong(tail, &expected, NULL)) return;
    while (!(next = atomic_load(&me->next))) ;
  }
  atomic_store(&next->locked, 0);
}
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_cas_retry: it waits for the compare-and-swap at
void wait_cas_retry(atomic_int *x) {
  int old = atomic_load(x);
  while (!atomic_compare_exchange_weak(x, &old, old * 2 + 1)) ;
}
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_cas_max: it waits for the compare-and-swap at
int wait_cas_max(atomic_int *x, int v) {
  int old = atomic_load(x);
  while (old < v && !atomic_compare_exchange_weak(x, &old, v)) ;
  return old;
}
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_cas_lock: it waits for the compare-and-swap at
void wait_cas_lock(int *l) { while (!__sync_bool_compare_and_swap(l, 0, 1)) sched_yield(); }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_sync_tas: it waits for the atomic exchange at
void wait_sync_tas(int *l) { while (__sync_lock_test_and_set(l, 1)) while (*(volatile int *)l) ; }
volatile int vflag;
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_volatile: it waits for the volatile load at
void wait_volatile(void) { while (!vflag) ; }
int plain;
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_plain: it waits for the load at
void wait_plain(void) { while (!plain) ; }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_yield: it waits for the atomic load at
void wait_yield(atomic_bool *b) { while (!atomic_load(b)) sched_yield(); }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_asm_pause: it waits for the atomic load at
void wait_asm_pause(atomic_bool *b) { while (!atomic_load(b)) __asm__ volatile("rep; nop" ::: "memory"); }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_builtin_pause: it waits for the atomic load at
void wait_builtin_pause(atomic_bool *b) { do { __builtin_ia32_pause(); } while (!atomic_load(b)); }
// CHECK-DAG: waits.c:[[@LINE+2]]:{{.*}} loop in wait_nanosleep: it waits for the atomic load at
void wait_nanosleep(atomic_bool *b) {
  while (!atomic_load(b)) { struct timespec ts = {0, 1000}; nanosleep(&ts, 0); }
}
// CHECK-DAG: waits.c:[[@LINE+2]]:{{.*}} loop in wait_bounded: it waits for the atomic exchange at
bool wait_bounded(atomic_bool *l) {
  for (int i = 0; i < 100; i++) { if (!atomic_exchange(l, true)) return true; _mm_pause(); }
  return false;
}
// CHECK-DAG: waits.c:[[@LINE+2]]:{{.*}} loop in wait_bounded_block: it waits for the compare-and-swap at
void wait_bounded_block(atomic_int *l) {
  for (;;) {
    for (int i = 0; i < 100; i++) {
      int zero = 0;
      if (atomic_compare_exchange_strong(l, &zero, 1)) return;
      _mm_pause();
    }
    syscall(SYS_futex, l, FUTEX_WAIT, 1, NULL, NULL, 0);
  }
}
// CHECK-DAG: waits.c:[[@LINE+4]]:{{.*}} loop in wait_drepper: it waits for the compare-and-swap at
void wait_drepper(atomic_int *val) {
  int c = 0;
  if (!atomic_compare_exchange_strong(val, &c, 1)) {
    do {
      int one = 1;
      if (c == 2 || !atomic_compare_exchange_strong(val, &one, 2) )
        syscall(SYS_futex, val, FUTEX_WAIT, 2, NULL, NULL, 0);
      c = 0;
    } while (!atomic_compare_exchange_strong(val, &c, 2));
  }
}
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_exponential: it waits for the atomic exchange at
void wait_exponential(atomic_bool *l) {
  unsigned delay = 1;
  while (atomic_exchange(l, true)) {
    for (volatile unsigned i = 0; i < delay; i++) ;
    if (delay < 1024) delay *= 2;
  }
}
// CHECK-DAG: waits.c:[[@LINE+2]]:{{.*}} loop in wait_random: it waits for the atomic exchange at
void wait_random(atomic_bool *l, unsigned seed) {
  while (atomic_exchange(l, true)) {
    seed = seed * 1103515245 + 12345;
    for (unsigned i = 0; i < seed % 64; i++) _mm_pause();
  }
}
static inline bool try_lock(atomic_bool *l) { return !atomic_load(l) && !atomic_exchange(l, true); }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_helper: it waits for the atomic exchange at
void wait_helper(atomic_bool *l) { while (!try_lock(l)) ; }
__attribute__((noinline)) static bool is_set(atomic_bool *l) { return atomic_load(l); }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_called_helper: it waits for the atomic load at
void wait_called_helper(atomic_bool *l) { while (!is_set(l)) _mm_pause(); }
__attribute__((pure)) int ready(const void *);
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_pure: it waits for the call of ready at
void wait_pure(void *p) { while (!ready(p)) sched_yield(); }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_trylock: it waits for the call of pthread_mutex_trylock at
void wait_trylock(pthread_mutex_t *m) { while (pthread_mutex_trylock(m)) sched_yield(); }
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_timeout: it waits for the atomic load at
bool wait_timeout(atomic_bool *b, long limit) {
  struct timespec ts;
  while (!atomic_load(b)) { clock_gettime(CLOCK_MONOTONIC, &ts); if (ts.tv_sec > limit) return false; }
  return true;
}
struct rw { atomic_int readers; atomic_int writer; };
// CHECK-DAG: waits.c:[[@LINE+2]]:{{.*}} loop in wait_rw: it waits for the atomic load at
void wait_rw(struct rw *l) {
  for (;;) {
    while (atomic_load(&l->writer)) _mm_pause();
    atomic_fetch_add(&l->readers, 1);
    if (!atomic_load(&l->writer)) break;
    atomic_fetch_sub(&l->readers, 1);
  }
}
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_bit: it waits for the atomic or at
void wait_bit(atomic_ulong *l) { while (atomic_fetch_or(l, 1) & 1) while (atomic_load(l) & 1) ; }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_count: it waits for the atomic exchange at
int wait_count(atomic_bool *l) { int n = 0; while (atomic_exchange(l, true)) n++; return n; }
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_xchg_asm: it waits for the inline assembly at
void wait_xchg_asm(int *l) {
  int r;
  do { r = 1; __asm__ volatile("lock; xchgl %0,%1" : "+r"(r), "+m"(*l) :: "memory"); } while (r);
}
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_goto: it waits for the atomic exchange at
void wait_goto(atomic_bool *l) { again: if (atomic_exchange(l, true)) goto again; }
struct item { struct item *next; };
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_pop: it waits for the compare-and-swap at
struct item *wait_pop(_Atomic(struct item *) *head) {
  struct item *old = atomic_load(head);
  while (old && !atomic_compare_exchange_weak(head, &old, old->next)) ;
  return old;
}
extern void my_cpu_relax(void);
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_named: it waits for the atomic load at
void wait_named(atomic_bool *l) { while (atomic_load(l)) my_cpu_relax(); }
// What an earlier round has found out.
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_done: it waits for the atomic exchange at
void wait_done(atomic_bool *l) {
  bool done = false;
  while (!done) { if (!atomic_exchange(l, true)) done = true; else _mm_pause(); }
}
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_state: it waits for the atomic exchange at
void wait_state(atomic_bool *l) {
  enum { Try, Wait, Done } s = Try;
  while (s != Done)
    switch (s) {
    case Try: s = atomic_exchange(l, true) ? Wait : Done; break;
    case Wait: _mm_pause(); if (!atomic_load(l)) s = Try; break;
    default: break;
    }
}
// CHECK-DAG: waits.c:[[@LINE+2]]:{{.*}} loop in wait_asm_goto: it waits for the inline assembly at
void wait_asm_goto(int *l) {
  for (;;) {
    __asm__ goto("lock btsl $0, %0\n jnc %l1" : : "m"(*l) : "memory" : taken);
    _mm_pause();
  }
taken:;
}
// The reason names what others write, not what that is compared with.
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_for_value: it waits for the atomic load at
void wait_for_value(const int *v, atomic_int *x) { while (*v != atomic_load(x)) ; }
_Atomic long double Sum;
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_library_swap: it waits for the call of __atomic_compare_exchange at
void wait_library_swap(void) { Sum += 1; }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_semaphore: it waits for the call of sem_trywait at
void wait_semaphore(sem_t *s) { while (sem_trywait(s) == -1 && (errno == EAGAIN || errno == EINTR)) ; }
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_poll_nothing: it waits for the atomic load at
void wait_poll_nothing(atomic_bool *l) { while (atomic_load(l)) poll(NULL, 0, 1); }
static __thread unsigned Seed;
// CHECK-DAG: waits.c:[[@LINE+1]]:{{.*}} loop in wait_thread_random: it waits for the atomic exchange at
void wait_thread_random(atomic_bool *l) { while (atomic_exchange(l, true)) { Seed = Seed * 1103515245 + 12345; for (unsigned i = Seed % 64; i; i--) _mm_pause(); } }
// An address in a register.
// CHECK-DAG: waits.c:[[@LINE+3]]:{{.*}} loop in wait_asm_address: it waits for the inline assembly at
void wait_asm_address(int *l) {
  int r;
  do { r = 1; __asm__ volatile("xchgl %0, (%1)" : "+r"(r) : "r"(l) : "memory"); } while (r);
}
