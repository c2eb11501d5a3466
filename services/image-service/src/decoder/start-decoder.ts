import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { writeFrame } from './frames.ts'
import { createInbox } from './inbox.ts'

export interface DecoderOptions {
  /** What it may decode. */
  allowed: 'light' | 'heavy'
  /** What it may have beside what an idle one has (about 100 MiB, most of it shared with the others). Linux only. */
  memoryMiB: number
  /** How long it may take to start: one that has too little memory may neither begin nor end. */
  startMs?: number | undefined
}

/** A process that decodes, seen from image-service. */
export interface Decoder {
  readonly pid: number
  /** False from when it has ended, or is being ended. */
  readonly isAlive: boolean
  send(picture: Uint8Array): void
  /** The next frame that it sends. Rejects with `DecoderEnded`. */
  receive(): Promise<Buffer>
  /** Resolves once the process is gone. */
  kill(): Promise<void>
}

/** A decoder ended and nobody had asked it to. `said` is how it began its last words. */
export class DecoderEnded extends Error {
  override readonly name = 'DecoderEnded'
  readonly said: string

  constructor(how: string, said: string) {
    super(`the decoder ended ${how}`)
    this.said = said
  }
}

/** Resolves once the decoder can take a picture. Rejects with `DecoderEnded` where it ends before. */
export async function startDecoder(options: DecoderOptions): Promise<Decoder> {
  const child = launch(options)
  const words = listen(child)
  const gone = endOf(child)
  const channel = channelOf(child)
  if (channel === undefined) throw new DecoderEnded(await gone, words())
  // How the process ended says more.
  channel.on('error', () => {})

  let isAlive = true
  const inbox = createInbox(channel)
  // A decoder whose channel is closed (by a frame over the limit, say) is of no use.
  channel.once('close', () => child.kill('SIGKILL'))
  const noteEnd = async () => {
    const how = await gone
    isAlive = false
    inbox.end(new DecoderEnded(how, words()))
  }
  void noteEnd()

  const decoder: Decoder = {
    pid: child.pid ?? 0,
    get isAlive() {
      return isAlive
    },
    send: (picture) => writeFrame(channel, picture),
    receive: () => inbox.next(),
    kill: async () => {
      isAlive = false
      child.kill('SIGKILL')
      await gone
    },
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), options.startMs ?? defaultStartMs)
  try {
    await decoder.receive()
  } finally {
    clearTimeout(timer)
  }
  return decoder
}

/** It takes a quarter of a second on an idle machine. */
const defaultStartMs = 15_000

/** Kept of what a decoder writes on standard error: the libraries' reason stands first. */
const maxWords = 500

function listen({ stderr }: ChildProcess): () => string {
  let words = ''
  stderr?.setEncoding('utf8')
  stderr?.on('data', (text: string) => {
    if (words.length < maxWords) words = (words + text).slice(0, maxWords)
  })
  return () => words
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

/** What it is made of, and nothing beside it: a checkout holds secrets too. */
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

/** Nothing of image-service's own: no NATS, no object store, no credentials. */
const environment = {
  // One thread decodes; another is there for what the first one waits for.
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
    // Some of the system's refusals are thrown (no memory), others told by the child.
    throw new DecoderEnded(`before it began: ${String(error)}`, '')
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
 * A bound that holds at the very allocation, before the container's is reached: with Kubernetes and cgroups v2 that one
 * ends all of its processes together. Should it be reached all the same, the decoder is the one to go.
 */
function bounded(command: string[], memoryMiB: number): string[] {
  const limits = `ulimit -c 0 && ulimit -d ${(reservedMiB + memoryMiB) * 1024}`
  const sacrifice = '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null || :'
  return ['/bin/sh', '-c', `${limits} || exit; ${sacrifice}; exec "$@"`, 'decoder', ...command]
}
