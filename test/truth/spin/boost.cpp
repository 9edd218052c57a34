// Spin locks of Boost, and loops that only look like one. One implementation
// of boost::detail::spinlock fits into a file: IMPLEMENTATION names its header,
// and MORE asks for what is not a spinlock.
#include IMPLEMENTATION

void lockSpinlock(boost::detail::spinlock &Lock) { Lock.lock(); }

#ifdef MORE
#include <boost/interprocess/sync/spin/mutex.hpp>
#include <boost/lockfree/stack.hpp>
#include <boost/smart_ptr/detail/sp_counted_base_gcc_atomic.hpp>

boost::uint_least32_t takeReference(boost::uint_least32_t *Count) {
  return boost::detail::atomic_conditional_increment(Count);
}

void lockMutex(boost::interprocess::ipcdetail::spin_mutex &Mutex) {
  Mutex.lock();
}

bool passOn(boost::lockfree::stack<int> &From,
            boost::lockfree::stack<int> &To) {
  int Value;
  return From.pop(Value) && To.push(Value);
}
#endif
