import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import { refusalOf } from '../../support/namespace.ts'

/**
 * A command line that starts another one as a kubelet would start it in the pod: as the pod's user and group, without
 * capabilities and without a way to more rights; every file system read-only but for the pod's own volumes, which are
 * empty. The network stays this machine's.
 */
function inPod(spec: IPodSpec, command: string[]): string[] {
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
export function podRefusal(spec: IPodSpec): string | null {
  if (process.platform !== 'linux') return 'namespaces are Linux’s'
  const reads = [process.execPath, '--eval', `require('fs').readdirSync('${root}')`]
  return refusalOf(inPod(spec, reads), { cwd: root })
}

/** Starts a command of the pod in the repository's folder, with exactly that environment. */
export function startInPod(spec: IPodSpec, command: string[], env: Record<string, string>): ChildProcess {
  const [program = '', ...args] = inPod(spec, command)
  return spawn(program, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export const root = fileURLToPath(new URL('../../..', import.meta.url))

const isRoot = process.getuid?.() === 0

const script = readFileSync(new URL('pod-sandbox.sh', import.meta.url), 'utf8')
