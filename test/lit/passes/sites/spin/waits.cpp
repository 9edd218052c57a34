// Loops that only wait, in C++: each is found in the front end's IR, whether or not
// it is to be optimised. The reason names what the loop waits for.
//
// RUN: echo '{version: 1, events: [{event: s, spin: iterations}]}' > %t.yaml
// RUN: for level in 0 1 2 3 s; do \
// RUN:   udpc-clang++ -std=c++17 -w -O$level -fudpc-spec=%t.yaml -Rpass=udpc -Rpass-missed=udpc -c %s -o %t.o 2> %t.txt && \
// RUN:   FileCheck %s --implicit-check-not="no spin loop in wait" < %t.txt || exit 1; \
// RUN: done
#include <atomic>
#include <thread>
#include <mutex>
#include <chrono>
#include <condition_variable>
#include <immintrin.h>
std::atomic_flag f = ATOMIC_FLAG_INIT;
std::atomic<bool> g;
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_flag(): it waits for the atomic exchange at
void wait_flag() { while (f.test_and_set(std::memory_order_acquire)) {} }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_flag_pause(): it waits for the atomic exchange at
void wait_flag_pause() { while (f.test_and_set(std::memory_order_acquire)) while (g.load()) _mm_pause(); }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_load(std::atomic<bool>&): it waits for the atomic load at
void wait_load(std::atomic<bool> &b) { while (!b.load(std::memory_order_acquire)) std::this_thread::yield(); }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_load_conv(std::atomic<int>&): it waits for the atomic load at
void wait_load_conv(std::atomic<int> &b) { while (b) ; }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_cas(std::atomic<int>&): it waits for the compare-and-swap at
void wait_cas(std::atomic<int> &a) { int e = 0; while (!a.compare_exchange_weak(e, 1, std::memory_order_acquire)) { e = 0; _mm_pause(); } }
// CHECK-DAG: waits.cpp:[[@LINE+3]]:{{.*}} loop in SpinLock<unsigned int>::wait_lock(): it waits for the atomic exchange at
template <class T> struct SpinLock { std::atomic<T> l{0};
  bool try_lock() noexcept { return !l.load(std::memory_order_relaxed) && !l.exchange(1, std::memory_order_acquire); }
  void wait_lock() { for (int n = 0; !try_lock(); ++n) { if (n < 16) _mm_pause(); else std::this_thread::yield(); } }
  void unlock() { l.store(0); } };
template struct SpinLock<unsigned>;
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_mutex(std::mutex&): it waits for the call of pthread_mutex_trylock at
void wait_mutex(std::mutex &m) { while (!m.try_lock()) std::this_thread::yield(); }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_sleep_for(std::atomic<bool>&): it waits for the atomic load at
void wait_sleep_for(std::atomic<bool> &b) { while (!b) std::this_thread::sleep_for(std::chrono::microseconds(10)); }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_deadline(std::atomic<bool>&): it waits for the atomic load at
bool wait_deadline(std::atomic<bool> &b) { auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1); while (!b) if (std::chrono::steady_clock::now() > end) return false; return true; }
struct Pred { std::atomic<int> &x; bool operator()() const { return x.load() == 3; } };
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in void spin_until<Pred>(Pred): it waits for the atomic load at
template <class P> void spin_until(P p) { while (!p()) _mm_pause(); }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_use(std::atomic<int>&): it waits for the atomic load at
void wait_use(std::atomic<int> &x) { auto p = [&] { return x.load() > 2; }; while (!p()) std::this_thread::yield(); spin_until(Pred{x}); }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_fetch_add(std::atomic<double>&, double): it waits for the compare-and-swap at
double wait_fetch_add(std::atomic<double> &d, double v) { double o = d.load(); while (!d.compare_exchange_weak(o, o + v)) {} return o; }
struct Node { std::atomic<Node*> next; std::atomic<bool> locked; };
// CHECK-DAG: waits.cpp:[[@LINE+3]]:{{.*}} loop in Mcs::wait_lock(Node&): it waits for the atomic load at
// CHECK-DAG: waits.cpp:[[@LINE+3]]:{{.*}} loop in Mcs::wait_unlock(Node&): it waits for the atomic load at
struct Mcs { std::atomic<Node*> tail;
 void wait_lock(Node &n) { n.next = nullptr; n.locked = true; if (Node *p = tail.exchange(&n)) { p->next = &n; while (n.locked.load()) {} } }
 void wait_unlock(Node &n) { if (!n.next) { Node *e = &n; if (tail.compare_exchange_strong(e, nullptr)) return; while (!n.next) {} } n.next.load()->locked = false; } } mcs;
void wait_inst(Node &n) { mcs.wait_lock(n); mcs.wait_unlock(n); }
struct Backoff { int count = 1; void pause() { if (count <= 16) { for (int i = 0; i < count; ++i) _mm_pause(); count *= 2; } else std::this_thread::yield(); } };
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_backoff(std::atomic<bool>&): it waits for the atomic exchange at
void wait_backoff(std::atomic<bool> &l) { Backoff b; while (l.exchange(true)) b.pause(); }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_wait(std::atomic<int>&): it waits for the atomic load at
void wait_wait(std::atomic<int> &a) { for (Backoff b; a.load(std::memory_order_acquire) != 5; b.pause()) ; }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_raii(std::atomic<int>&): it waits for the atomic load at
void wait_raii(std::atomic<int> &state) { for (;;) { struct G { ~G() { _mm_pause(); } } g; if (state.load() == 1) return; } }
