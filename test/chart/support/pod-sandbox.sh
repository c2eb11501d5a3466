# In a namespace of mounts of its own: makes the file systems those of a pod, then runs the command.
# $1: options of the volumes, $2: where they are mounted; the rest is the command.
options=$1; volumes=$2; shift 2
mount --make-rprivate /
# Each mount keeps the flags that it has, or a namespace of an ordinary user may not touch it.
awk '$5 !~ "^/(proc|sys|dev)(/|$)" { print $5, $6 }' /proc/self/mountinfo | while read -r place flags; do
  # Out of an ordinary user's reach anyway.
  test -e "$place" || continue
  mount -o "remount,bind,ro,$(echo "$flags" | sed 's/^rw,\?//; s/^ro,\?//')" "$place"
done
exec 9<"$PWD"
# A checkout in a home that is closed to others is put there again, alone, in a folder that is not.
closed=$(place=$PWD; while [ "$place" != / ]; do place=$(dirname "$place"); case $(stat -c %A "$place") in *x|*t) ;; *) echo "$place" ;; esac; done | tail -n 1)
if [ -n "$closed" ]; then
  mount -t tmpfs -o mode=0755 checkout "$closed"
  mkdir -p "$PWD"
  mount -c --rbind /proc/self/fd/9 "$PWD"
  mount -o remount,bind,ro "$closed"
fi
for volume in $volumes; do
  mount -t tmpfs -o "$options" volume "$volume"
  # A checkout below /tmp is not to be hidden by the pod's.
  case "$PWD/" in "$volume"/*) mkdir -p "$PWD"; mount -c --rbind /proc/self/fd/9 "$PWD" ;; esac
done
exec 9<&-
# What was opened before lies below the volumes.
cd "$PWD"
exec "$@"
