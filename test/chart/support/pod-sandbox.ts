import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { V1PodSpec } from '@kubernetes/client-node'
import { refusalOf } from '../../support/namespace.ts'

/**
 * A command line that starts another one as a kubelet would start it in the pod: as the pod's user and group, without
 * capabilities and without a way to more rights; every file system read-only but for the pod's own volumes, which are
 * empty. The network stays this machine's.
 */
function inPod(spec: V1PodSpec, command: string[]): string[] {
  const { runAsUser = 0, runAsGroup = 0, fsGroup = 0 } = spec.securityContext ?? {}
  const volumes = (spec.containers[0]?.volumeMounts ?? []).map(({ mountPath }) => mountPath)
  const account = isRoot
    ? ['--reuid', String(runAsUser), '--regid', String(runAsGroup), '--groups', String(fsGroup)]
    : []
  const rights = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', ...account]
  const namespaces = ['--mount', ...(isRoot ? [] : ['--map-root-user'])]
  // An ordinary user's namespace knows one group only.
  const volumeOptions = isRoot ? `mode=2777,gid=${fsGroup}` : 'mode=0777'
  const shell = ['sh', '-ec', script, 'pod', volumeOptions, volumes.join(' ')]
  return ['unshare', ...namespaces, ...shell, 'setpriv', ...rights, ...command]
}

/** Null, or why this machine cannot do that. */
export function podRefusal(spec: V1PodSpec): string | null {
  if (process.platform !== 'linux') return 'namespaces are Linux’s'
  const reads = [process.execPath, '--eval', `require('fs').readdirSync('${root}')`]
  return refusalOf(inPod(spec, reads), { cwd: root })
}

/** Starts a command of the pod in the repository's folder, with exactly that environment. */
export function startInPod(spec: V1PodSpec, command: string[], env: Record<string, string>): ChildProcess {
  const [program = '', ...args] = inPod(spec, command)
  return spawn(program, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export const root = fileURLToPath(new URL('../../..', import.meta.url))

const isRoot = process.getuid?.() === 0

// Each mount keeps the flags that it has, or a namespace of an ordinary user may not touch it.
const script = `
options=$1; volumes=$2; shift 2
mount --make-rprivate /
awk '$5 !~ "^/(proc|sys|dev)(/|$)" { print $5, $6 }' /proc/self/mountinfo | while read -r place flags; do
  # Out of an ordinary user's reach anyway.
  test -e "$place" || continue
  mount -o "remount,bind,ro,$(echo "$flags" | sed 's/^rw,\\?//; s/^ro,\\?//')" "$place"
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
`
