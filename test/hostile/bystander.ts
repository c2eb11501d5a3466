import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { System } from '../support/system.ts'

/** One answer that a bystander has had. */
export interface Answer {
  what: string
  /** When it was asked for, and how long it took, in milliseconds; by `now()`. */
  at: number
  ms: number
  /** Undefined where all was well. */
  failure?: string
}

export interface Bystander extends AsyncDisposable {
  /** `127.0.0.1:port` of its images. */
  imageHost: string
  answers: Answer[]
  /** To be called once: from then on it goes on until the end. */
  begin(system: Pick<System, 'baseUrl' | 'secret'>): void
}

/** Milliseconds, the same in all processes. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}

/**
 * A storefront that uploads, confirms, exports and has an image fetched, and again half a second later. In a process of
 * its own, so that making what the others attack with does not slow it.
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
    begin: ({ baseUrl, secret }) => child.send({ baseUrl, secret }),
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await ended
    },
  }
}
