#!/bin/sh
# A compiler of a program that prints the time that its hints make it take: 100,
# by those for gains and more 20 and 10 % less, by those for loses 15 % more, by
# those for large a fifth.
# Hints for even change its code alone, and those for absent nothing. One for
# tuned takes 90 as t0 at 64 bytes, as nta 80 at 256 bytes, and else more. Those
# for placed change code in the outer loop only: 90, 80 as nta 8 iterations ahead.
echo "building with profile '$UDPC_PROFILE'"
time=1000000 mark=
has() { [ -n "$UDPC_PREFETCH_HINTS" ] && grep -q "^$1:" "$UDPC_PREFETCH_HINTS"; }
has gains && time=$((time * 80 / 100))
has more && time=$((time * 90 / 100))
has loses && time=$((time * 115 / 100))
has large && time=$((time * 20 / 100))
has even && mark=even
if has tuned; then
  case $(sed -n 's/.*__prefetch_\(.*\)/\1/p' "$UDPC_PREFETCH_HINTS") in
  t0_0:64) time=900000 ;;
  nta_0:256) time=800000 ;;
  nta_0:64) time=1100000 ;;
  *) time=950000 ;;
  esac
fi
if has placed; then
  case $(sed -n '/^placed:/,/^ /s/.*__prefetch_\(.*\)/\1/p' "$UDPC_PREFETCH_HINTS") in
  outer_0:16) time=$((time * 90 / 100)) ;;
  outer_nta_0:16) time=$((time * 86 / 100)) ;;
  outer_nta_0:8) time=$((time * 80 / 100)) ;;
  outer_*) time=$((time * 88 / 100)) ;;
  esac
fi
cat > app <<END
#!/bin/sh
# $mark
echo "result 42"
echo "time $time us"
END
chmod +x app
