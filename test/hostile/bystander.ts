import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { System } from '../support/system.ts'

/** An answer to a bystander's request. */
export interface Answer {
  what: string
  /** When it was requested by `now()`, and how long it took, in milliseconds. */
  at: number
  ms: number
  /** Undefined if the answer was right. */
  failure?: string
}

interface Pace {
  /** The pause after each round. */
  everyMs: number
}

export interface Bystander extends AsyncDisposable {
  /** `127.0.0.1:port` of its images. */
  imageHost: string
  answers: Answer[]
  /** Starts the requests, which continue until the end. To be called once. */
  begin(system: Pick<System, 'baseUrl' | 'secret'>, pace: Pace): void
}

/** Milliseconds, the same in all processes. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}

/**
 * A storefront that uploads, confirms, exports and has an image fetched, repeatedly with a pause. In a
 * separate process, so that generating the attacks does not slow it down.
 */
export async function startBystander(): Promise<Bystander> {
  const child = fork(new URL('bystander-process.ts', import.meta.url))
  const ended = once(child, 'exit')
  const [imageHost] = await once(child, 'message')
  const answers: Answer[] = []
  child.on('message', (answer: Answer) => answers.push(answer))
  return {
    imageHost: String(imageHost),
    answers,
    begin: ({ baseUrl, secret }, { everyMs }) => child.send({ baseUrl, secret, everyMs }),
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await ended
    },
  }
}
