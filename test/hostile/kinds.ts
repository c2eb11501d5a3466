import { draftOf, linger, post, raw, statuses } from './acts.ts'
import type { Attack, Stage } from './attack.ts'

export function attack(name: string, run: Attack['run']): Attack {
  return { name, run }
}

/** Takes long without computing much. */
export function waiting(name: string, run: Attack['run']): Attack {
  return { name, waits: true, run }
}

/** So many connections that send something at once, `drip` every second, and stay open. */
export function lingering(
  name: string,
  count: number,
  first: (stage: Stage) => string,
  drip?: string,
): Attack {
  return waiting(name, (stage) => linger(stage, { count, first: first(stage), ...(drip && { drip }) }))
}

/** These bytes on a connection. */
export function bytes(name: string, bytesOf: (stage: Stage) => string | Buffer): Attack {
  return attack(name, (stage) => raw(stage, bytesOf(stage)))
}

/** Uploads that are sent at once. */
export function posts(name: string, send: (stage: Stage) => Promise<Response>[]): Attack {
  return attack(name, (stage) => statuses(send(stage)))
}

/** An upload of this text as a form, with the boundary `b`. */
export function form(name: string, text: () => string): Attack {
  return posts(name, (stage) => [post(stage, text(), formType)])
}

export const formType = { 'content-type': 'multipart/form-data; boundary=b' }

/** Uses the draft of such a file. */
export function ofDraft(
  name: string,
  file: () => string,
  run: (stage: Stage, draftId: string) => Promise<string>,
): Attack {
  return attack(name, async (stage) => run(stage, await draftOf(stage, file())))
}
