# ccache-case.sh <expected event or -> <hit|miss> <compiler arguments...>
# Compiles app.c through ccache; checks the event's name in the object and
# whether the cache served it. UDPC_SPEC is passed on.
event=$1 wanted=$2
shift 2
rm -f stats
CCACHE_STATSLOG=stats ccache udpc-clang -O1 -c app.c -MD -o app.o "$@" || exit 1
grep -qx cache_miss stats && got=miss || got=hit
name=$(grep -aoE 'first|second|third' app.o || echo -)
[ "$name" = "$event" ] && { [ "$wanted" = any ] || [ "$got" = "$wanted" ]; } && exit 0
echo "spec of UDPC_SPEC='$UDPC_SPEC' $*: expected $event ($wanted), got $name ($got)"
exit 1
