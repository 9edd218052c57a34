// Loops that only wait, in C++: each is found in the front end's IR, whether or not
// it is to be optimised. The reason names what the loop waits for.
//
// (To the front end, -O3 is -O2.)
// RUN: echo '{version: 1, events: [{event: s, spin: iterations}]}' > %t.yaml
// RUN: check() { \
// RUN:   udpc-clang++ -std=c++20 -w -O$level -fudpc-spec=%t.yaml -Rpass=udpc -Rpass-missed=udpc -emit-llvm \
// RUN:     -c %s -o %t.bc 2> %t.txt && \
// RUN:   FileCheck %s --implicit-check-not="no spin loop in wait" < %t.txt; \
// RUN: }
// RUN: each level 0 1 2 s -- check
#include <atomic>
#include <thread>
#include <mutex>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <optional>
#include <semaphore>
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
// Variables that are objects, with constructors and destructors around the loop.
class Pauser { int n_ = 0; public: void operator()() { if (n_ < 10) { for (int i = 0; i < (1 << n_); i++) _mm_pause(); ++n_; } else { std::this_thread::yield(); } } };
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_object(std::atomic<int>&): it waits for the atomic load at
void wait_object(std::atomic<int> &a) { Pauser b; while (a.load()) b(); }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_unique_lock(std::mutex&): it waits for the call of pthread_mutex_trylock at
void wait_unique_lock(std::mutex &m) { std::unique_lock l(m, std::defer_lock); while (!l.try_lock()) ; }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_try_to_lock(std::mutex&): it waits for the call of pthread_mutex_trylock at
void wait_try_to_lock(std::mutex &m) { for (;;) { std::unique_lock<std::mutex> l(m, std::try_to_lock); if (l.owns_lock()) return; std::this_thread::yield(); } }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_optional(std::atomic<int>&): it waits for the atomic load at
void wait_optional(std::atomic<int> &a) { auto get = [&]() -> std::optional<int> { int v = a.load(); if (v) return v; return std::nullopt; }; std::optional<int> o; while (!(o = get())) ; }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_owner(std::atomic<std::thread::id>&): it waits for the compare-and-swap at
void wait_owner(std::atomic<std::thread::id> &o) { auto me = std::this_thread::get_id(); std::thread::id none; while (!o.compare_exchange_weak(none, me)) none = {}; }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_unique(std::unique_ptr<std::atomic<int>, std::default_delete<std::atomic<int>>>&): it waits for the atomic load at
void wait_unique(std::unique_ptr<std::atomic<int>> &p) { while (!p->load()) ; }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_shared(std::atomic<int>&): it waits for the compare-and-swap at
void wait_shared(std::atomic<int> &s) { int e = s; for (;;) { if (e < 0) { std::this_thread::yield(); e = s; } else if (s.compare_exchange_weak(e, e + 1)) return; } }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_done(std::atomic<bool>&): it waits for the atomic exchange at
void wait_done(std::atomic<bool> &l) { bool ok = false; for (int i = 0; i < 10 && !ok; i++) { if (!l.exchange(true)) ok = true; } }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_blocked(std::atomic<int>&): it waits for the atomic load at
void wait_blocked(std::atomic<int> &a) { int v = a.load(); while (v != 3) { a.wait(v); v = a.load(); } }
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_ref(int&): it waits for the atomic exchange at
void wait_ref(int &x) { while (std::atomic_ref<int>(x).exchange(1)) _mm_pause(); }
// A constructor that is an alias of another.
struct Counting { int n; Counting(); };
Counting::Counting() : n(0) {}
// CHECK-DAG: waits.cpp:[[@LINE+1]]:{{.*}} loop in wait_alias(std::atomic<int>&): it waits for the atomic load at
int wait_alias(std::atomic<int> &a) { Counting c; while (a.load()) c.n++; return c.n; }
