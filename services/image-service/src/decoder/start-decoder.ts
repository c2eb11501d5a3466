import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { maxFrameBytes, readFrames, writeFrame } from './frames.ts'

export interface DecoderOptions {
  /** What it may decode. */
  allowed: 'light' | 'heavy'
  /** Memory beyond an idle decoder's (about 100 MiB, most of it shared with the others). Linux only. */
  memoryMiB: number
  /** How long it may take to start: one that has too little memory may neither begin nor end. */
  startMs?: number | undefined
}

/** A process that decodes a picture at a time. */
export interface Decoder {
  readonly pid: number
  /** False from when it has ended, or is being ended. */
  readonly isAlive: boolean
  /** Resolves to the frame that it answers with. Rejects with `DecoderEnded`. */
  send(picture: Buffer): Promise<Buffer>
  /** Resolves once the process is gone. */
  kill(): Promise<void>
}

/** A decoder ended by itself. `stderr` is the beginning of what it wrote there. */
export class DecoderEnded extends Error {
  override readonly name = 'DecoderEnded'
  readonly stderr: string

  constructor(how: string, stderr = '') {
    super(`the decoder ended ${how}`)
    this.stderr = stderr
  }
}

/** Resolves once the decoder can take a picture. Rejects with `DecoderEnded` where it ends before. */
export async function startDecoder(options: DecoderOptions): Promise<Decoder> {
  const child = launch(options)
  const stderr = keepErrors(child)
  const gone = endOf(child)
  const channel = channelOf(child)
  if (channel === undefined) throw new DecoderEnded(await gone, stderr())
  // How the process ended is more precise.
  channel.on('error', () => {})

  let isAlive = true
  const frames = readFrames(channel, maxFrameBytes)
  // A decoder whose channel is closed (by a frame over the limit, say) is of no use.
  channel.once('close', () => child.kill('SIGKILL'))
  const noteEnd = async () => {
    const how = await gone
    isAlive = false
    frames.end(new DecoderEnded(how, stderr()))
  }
  void noteEnd()

  const decoder: Decoder = {
    pid: child.pid ?? 0,
    get isAlive() {
      return isAlive
    },
    send: (picture) => {
      writeFrame(channel, [picture])
      return frames.next()
    },
    kill: async () => {
      isAlive = false
      child.kill('SIGKILL')
      await gone
    },
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), options.startMs ?? defaultStartMs)
  try {
    await frames.next()
  } finally {
    clearTimeout(timer)
  }
  return decoder
}

/** It takes a quarter of a second on an idle machine. */
const defaultStartMs = 15_000

/** Characters that are kept of a decoder's standard error: the libraries' reason comes first. */
const maxErrorLength = 500

function keepErrors({ stderr }: ChildProcess): () => string {
  let kept = ''
  stderr?.setEncoding('utf8')
  stderr?.on('data', (text: string) => {
    if (kept.length < maxErrorLength) kept = (kept + text).slice(0, maxErrorLength)
  })
  return () => kept
}

/** Once it has ended and all that it wrote has been read. */
async function endOf(child: ChildProcess): Promise<string> {
  try {
    await once(child, 'close')
  } catch (error) {
    return `before it began: ${String(error)}`
  }
  return child.signalCode === null ? `with code ${child.exitCode}` : `by ${child.signalCode}`
}

const entry = fileURLToPath(new URL('main.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Its own code, and nothing else: a checkout holds secrets too. */
const readable = [
  `${root}package.json`,
  `${root}node_modules/`,
  `${root}packages/contracts/`,
  `${root}services/image-service/`,
  // sharp asks it which C library there is.
  '/usr/bin/ldd',
]

const flags = [
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
  // No files but these, none written, no processes. It binds JavaScript only, not libvips.
  '--permission',
  '--allow-addons',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  // All that is large lies outside of the heap.
  '--max-old-space-size=128',
  '--max-semi-space-size=1',
]

/** None of image-service's variables: no NATS, no object store, no credentials. */
const environment = {
  // One thread decodes; the other does what the first one waits for.
  UV_THREADPOOL_SIZE: '2',
  // Pixels come and go in tens of megabytes: one arena gives them back, and keeps memory flat over thousands.
  MALLOC_ARENA_MAX: '1',
  VIPS_BLOCK_UNTRUSTED: '1',
}

function launch({ allowed, memoryMiB }: DecoderOptions): ChildProcess {
  const command = [process.execPath, ...flags, entry, allowed]
  const [file = '', ...args] = process.platform === 'linux' ? bounded(command, memoryMiB) : command
  try {
    return spawn(file, args, {
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    // Some of the system's refusals are thrown (no memory), others are events of the child.
    throw new DecoderEnded(`before it began: ${String(error)}`)
  }
}

/** Undefined where the process has no file descriptors left: there is nothing to talk over then. */
function channelOf(child: ChildProcess): Duplex | undefined {
  const { stdio }: { stdio?: ChildProcess['stdio'] | undefined } = child
  const channel = stdio?.[3]
  return channel instanceof Duplex ? channel : undefined
}

/**
 * What V8 maps for code without ever using most of it, and the threads' stacks: the limit counts them. The former
 * depends on the processor.
 */
const reservedMiB = (process.arch === 'x64' ? 512 : 128) + 100

/**
 * A bound that holds at the allocation, before the container's is reached: with Kubernetes and cgroups v2, that ends all
 * of the container's processes. Where it is reached nevertheless, the kernel ends the decoder first.
 */
function bounded(command: string[], memoryMiB: number): string[] {
  const limits = `ulimit -c 0 && ulimit -d ${(reservedMiB + memoryMiB) * 1024}`
  const sacrifice = '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null || :'
  return ['/bin/sh', '-c', `${limits} || exit; ${sacrifice}; exec "$@"`, 'decoder', ...command]
}
