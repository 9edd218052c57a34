/* Two spin locks, one of them contended: docs/spec.md shows how to see which. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <udpc/udpc.h>

struct lock {
  atomic_bool taken;
};
static struct lock table_lock, log_lock;
static unsigned long table[64], log_size;

static void acquire(struct lock *l) {
  while (atomic_exchange_explicit(&l->taken, 1, memory_order_acquire))
    while (atomic_load_explicit(&l->taken, memory_order_relaxed))
      sched_yield();
}

static void release(struct lock *l) {
  atomic_store_explicit(&l->taken, 0, memory_order_release);
}

static void update_table(unsigned seed) {
  acquire(&table_lock);
  for (unsigned i = 0; i < 2000; i++)
    table[(seed + i * 7) % 64] += i;
  release(&table_lock);
}

static void write_log(void) {
  while (atomic_exchange_explicit(&log_lock.taken, 1, memory_order_acquire))
    ;
  log_size++;
  UDPC_MARK(log.line);
  release(&log_lock);
}

static void *worker(void *arg) {
  for (unsigned i = 0; i < 20000; i++) {
    update_table(i);
    if (i % 100 == 0)
      write_log();
  }
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return log_size != 800;
}
