// Spin locks of oneTBB, which are inline functions.
#include <oneapi/tbb/queuing_mutex.h>
#include <oneapi/tbb/spin_mutex.h>
#include <oneapi/tbb/spin_rw_mutex.h>

void lock(tbb::spin_mutex &Mutex) { Mutex.lock(); }

void lock(tbb::spin_rw_mutex &Mutex) { Mutex.lock(); }
void lockShared(tbb::spin_rw_mutex &Mutex) { Mutex.lock_shared(); }
bool upgrade(tbb::spin_rw_mutex::scoped_lock &Lock) {
  return Lock.upgrade_to_writer();
}

void lock(tbb::queuing_mutex &Mutex) {
  tbb::queuing_mutex::scoped_lock Lock(Mutex);
}

void once(std::atomic<tbb::detail::d0::do_once_state> &State, void (*Init)()) {
  tbb::detail::d0::atomic_do_once(Init, State);
}

bool waitBounded(std::atomic<int> &Flag) {
  return tbb::detail::d0::timed_spin_wait_until(
      [&] { return Flag.load(std::memory_order_acquire) != 0; });
}
