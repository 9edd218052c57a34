/*===- udpc/marks.h - Marks and attributes in the source ----------*- C -*-===*\
|*
|* A part of udpc/udpc.h, which includes it: the macros for places that a spec
|* names. C89 (with long long) and C++98 on. Needs no runtime.
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef UDPC_MARKS_H
#define UDPC_MARKS_H

#include <stdint.h>

/*===--- Marks ------------------------------------------------------------===*\
|*
|* A mark is a named place in the source. A spec decides whether and how it is
|* counted (`mark: name`) when the code is compiled: udpc-clang defines __UDPC__
|* if the spec has marks. Marks that match no entry of the spec are removed
|* without a trace. Without __UDPC__, and with compilers other than clang, the
|* macros do nothing. See docs/api.md.
|*
\*===----------------------------------------------------------------------===*/

#if defined(__UDPC__) && defined(__clang__)
__extension__ typedef unsigned long long __udpc_amount;
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__cplusplus) && __cplusplus >= 201402L
/* The plugin removes the calls, and with the last call this function. It has a
   body for constant expressions, which pass marks uncounted. The body makes
   other calls no constants; otherwise `if ((UDPC_MARK(a), 1))` would be folded
   and lose the mark. */
__attribute__((nothrow, no_profile_instrument_function)) inline constexpr void
__udpc_mark(const char *name, __udpc_amount) {
  if (!__builtin_is_constant_evaluated())
    __builtin_prefetch(name);
}
#else
extern void __udpc_mark(const char *, __udpc_amount) __attribute__((nothrow));
#endif
#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L && __cplusplus < 201402L
/* C++11 has no constexpr functions without a value. */
#define UDPC_MARK_CALL_(name, n)                                               \
  (__builtin_is_constant_evaluated() ? (void)0 : __udpc_mark(name, n))
#else
#define UDPC_MARK_CALL_(name, n) __udpc_mark(name, n)
#endif
#ifdef __cplusplus
#define UDPC_MARK_N(name, n)                                                   \
  UDPC_MARK_CALL_(#name, static_cast<__udpc_amount>(n))
#else
#define UDPC_MARK_N(name, n) UDPC_MARK_CALL_(#name, (__udpc_amount)(n))
#endif
#define UDPC_MARK(name) UDPC_MARK_CALL_(#name, 1)

#else

/** Counts 1 whenever control passes. An expression of type void; the name is an
    identifier, or several with `.` or `::` between them. Macros in it are not
    replaced. */
#define UDPC_MARK(name) ((void)0)

/** Counts \p n, which is converted to a 64-bit unsigned integer. It is
    evaluated once if the mark is on, and never if it is off (a lambda that
    captures by default then still captures what \p n names). */
#if defined(__GNUC__) && defined(__cplusplus)
/* Refers to n, so that compilers do not warn of unused variables, but never
   evaluates it: the argument is visibly no constant. */
#define UDPC_MARK_N(name, n)                                                   \
  ((void)__builtin_constant_p(                                                 \
      (static_cast<void>(static_cast<uint64_t>(n)),                            \
       static_cast<const void *>(""))))
#elif defined(__GNUC__)
#define UDPC_MARK_N(name, n)                                                   \
  ((void)__builtin_constant_p(((void)(uint64_t)(n), (void *)0)))
#else
#define UDPC_MARK_N(name, n) ((void)sizeof((uint64_t)(n)))
#endif

#endif

/** Attributes in front of functions and statements, for compilers whose plugin
    knows them; otherwise nothing. \p name is a string literal. */
#if defined(__cplusplus) && __cplusplus >= 201103L &&                          \
    defined(__has_cpp_attribute)
#if __has_cpp_attribute(udpc::event)
#define UDPC_EVENT(name) [[udpc::event(name)]]
#endif
#if __has_cpp_attribute(udpc::spin)
#define UDPC_SPIN(name) [[udpc::spin(name)]]
#endif
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L &&              \
    defined(__has_c_attribute)
#if __has_c_attribute(udpc::event)
#define UDPC_EVENT(name) [[udpc::event(name)]]
#endif
#if __has_c_attribute(udpc::spin)
#define UDPC_SPIN(name) [[udpc::spin(name)]]
#endif
#elif defined(__has_attribute)
#if __has_attribute(udpc_event)
#define UDPC_EVENT(name) __attribute__((udpc_event(name)))
#endif
#if __has_attribute(udpc_spin)
#define UDPC_SPIN(name) __attribute__((udpc_spin(name)))
#endif
#endif
#ifndef UDPC_EVENT
#define UDPC_EVENT(name)
#endif
#ifndef UDPC_SPIN
#define UDPC_SPIN(name)
#endif

#endif /* UDPC_MARKS_H */
