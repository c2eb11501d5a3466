import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { maxFrameBytes, readFrames, writeFrame } from './frames.ts'

export interface DecoderOptions {
  /** Which pictures it may decode. */
  allowed: 'light' | 'heavy'
  /** Memory beyond an idle decoder's (about 100 MiB, most of it shared with the other decoders). Linux only. */
  memoryMiB: number
  /** Time limit for starting, in milliseconds: with too little memory, a decoder may neither start nor exit. */
  startMs?: number | undefined
}

/** A process that decodes one picture at a time. */
export interface Decoder {
  readonly pid: number
  /** False as soon as it has ended or is being killed. */
  readonly isAlive: boolean
  /** Sends a picture; resolves to the frame with the answer. Rejects with `DecoderEnded`. */
  send(picture: Buffer): Promise<Buffer>
  /** Resolves once the process has exited. */
  kill(): Promise<void>
}

/** A decoder exited unexpectedly. `stderr` is the beginning of its standard error. */
export class DecoderEnded extends Error {
  override readonly name = 'DecoderEnded'
  readonly stderr: string

  constructor(how: string, stderr = '') {
    super(`the decoder ended ${how}`)
    this.stderr = stderr
  }
}

/** Resolves once the decoder is ready for a picture. Rejects with `DecoderEnded` if it exits before. */
export async function startDecoder(options: DecoderOptions): Promise<Decoder> {
  const child = launch(options)
  const stderr = keepErrors(child)
  const gone = endOf(child)
  const channel = channelOf(child)
  if (channel === undefined) throw new DecoderEnded(await gone, stderr())
  // The exit of the process gives a more precise reason.
  channel.on('error', () => {})

  let isAlive = true
  const frames = readFrames(channel, maxFrameBytes)
  // Without its channel (closed by a frame over the limit, for example), a decoder is useless.
  channel.once('close', () => child.kill('SIGKILL'))
  const recordEnd = async () => {
    const how = await gone
    isAlive = false
    frames.end(new DecoderEnded(how, stderr()))
  }
  void recordEnd()

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

/** Starting takes a tenth of a second on an idle machine. */
const defaultStartMs = 15_000

/** Characters of a decoder's standard error to keep: the library's reason comes first. */
const maxErrorLength = 500

function keepErrors({ stderr }: ChildProcess): () => string {
  let kept = ''
  stderr?.setEncoding('utf8')
  stderr?.on('data', (text: string) => {
    if (kept.length < maxErrorLength) kept = (kept + text).slice(0, maxErrorLength)
  })
  return () => kept
}

/** Resolves once the process has exited and all of its standard error was read. */
async function endOf(child: ChildProcess): Promise<string> {
  try {
    await once(child, 'close')
  } catch (error) {
    return `before it began: ${String(error)}`
  }
  return child.signalCode === null ? `with code ${child.exitCode}` : `by ${child.signalCode}`
}

// Also in a bundle, where it has another extension.
const entry = pathOf(`decoder${extname(import.meta.url)}`)
const sharp = createRequire(import.meta.url).resolve('sharp')
const root = sharp.slice(0, sharp.lastIndexOf('node_modules'))

/** Only its own code may be read: a checkout contains secrets too. */
const readable = [
  // The sources, or the bundles.
  pathOf('../'),
  pathOf('../../package.json'),
  `${root}package.json`,
  `${root}node_modules/`,
  // sharp runs it to find out which C library the machine has.
  '/usr/bin/ldd',
]

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}

const flags = [
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
  // Read access to these files only, no writes, no child processes. This restricts JavaScript only, not libvips.
  '--permission',
  '--allow-addons',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  // Everything large is allocated outside of the heap.
  '--max-old-space-size=128',
  '--max-semi-space-size=1',
]

/** None of image-service's variables: no NATS, no object store, no credentials. */
const environment = {
  // One thread decodes; the other runs what the first one waits for.
  UV_THREADPOOL_SIZE: '2',
  // Pixels are allocated in tens of megabytes: a single arena returns them, and keeps memory constant over thousands of
  // pictures.
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
    // Some refusals of the system (no memory) are thrown, others are events of the child process.
    throw new DecoderEnded(`before it began: ${String(error)}`)
  }
}

/** Undefined if this process has no file descriptors left, so that there is no channel to the decoder. */
function channelOf(child: ChildProcess): Duplex | undefined {
  const { stdio }: { stdio?: ChildProcess['stdio'] | undefined } = child
  const channel = stdio?.[3]
  return channel instanceof Duplex ? channel : undefined
}

/**
 * Address space that V8 maps for code, which it never uses most of, and that threads' stacks take: the limit counts
 * both. The former depends on the processor.
 */
const reservedMiB = (process.arch === 'x64' ? 512 : 128) + 100

/**
 * Runs the command with a limit on its memory that applies when it allocates, before the container's limit is reached:
 * in Kubernetes with cgroups v2, that one ends all of the container's processes. If the container's limit is reached
 * nevertheless, the kernel ends the decoder first.
 */
function bounded(command: string[], memoryMiB: number): string[] {
  const limits = `ulimit -c 0 && ulimit -d ${(reservedMiB + memoryMiB) * 1024}`
  const sacrifice = '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null || :'
  return ['/bin/sh', '-c', `${limits} || exit; ${sacrifice}; exec "$@"`, 'decoder', ...command]
}
