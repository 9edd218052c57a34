#!/bin/sh
# A compiler of a program that prints the time that its hints make it take: 100,
# by those for gains and more 20 and 10 less, by those for loses 15 more. Hints
# for even change its code alone, and those for absent nothing. Build number n is
# copied to build<n>.
echo "building with profile '$UDPC_PROFILE'"
time=100 mark=
has() { [ -n "$UDPC_PREFETCH_HINTS" ] && grep -q "^$1:" "$UDPC_PREFETCH_HINTS"; }
has gains && time=$((time - 20))
has more && time=$((time - 10))
has loses && time=$((time + 15))
has even && mark=even
cat > app <<END
#!/bin/sh
# $mark
echo "result 42"
echo "time $time s"
END
chmod +x app
