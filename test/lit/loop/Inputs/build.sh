#!/bin/sh
# A compiler of a program that prints the time that its hints make it take: 100,
# by those for gains and more 20 and 10 less, by those for loses 15 more. Hints
# for even change its code alone, and those for absent nothing. One for tuned is
# best at 128 bytes.
echo "building with profile '$UDPC_PROFILE'"
time=100 mark=
has() { [ -n "$UDPC_PREFETCH_HINTS" ] && grep -q "^$1:" "$UDPC_PREFETCH_HINTS"; }
has gains && time=$((time - 20))
has more && time=$((time - 10))
has loses && time=$((time + 15))
has even && mark=even
if has tuned; then
  case $(sed -n 's/.*__prefetch_t0_0:\(.*\)/\1/p' "$UDPC_PREFETCH_HINTS") in
  64) time=90 ;;
  128) time=80 ;;
  *) time=85 ;;
  esac
fi
cat > app <<END
#!/bin/sh
# $mark
echo "result 42"
echo "time $time s"
END
chmod +x app
