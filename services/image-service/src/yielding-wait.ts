import { ServiceError } from '@catalog/contracts'
import type { AttemptInput, ProcessImageContext } from './attempt.ts'
import type { Wait } from './render/renditions.ts'

/**
 * Waits until the outer signal is aborted, asking import-service meanwhile whether it needs the worker for other
 * images. The returned function then throws `Yielded`. Several waits of an image are added up.
 */
export function yieldingWait(
  context: ProcessImageContext,
  { key, claim }: AttemptInput,
  outer: AbortSignal,
): Wait {
  const beganAt = performance.now()
  let nextMs = claim.ask_after_ms ?? defaultAskAfterMs
  return async (work) => {
    const leaving = new AbortController()
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const askLater = () => {
      timer = setTimeout(() => void ask(), nextMs)
    }
    const ask = async () => {
      const waited_ms = performance.now() - beganAt
      nextMs = defaultAskAfterMs
      try {
        const answer = await context.continueImage({ ...key, token: claim.token, waited_ms })
        if (answer.result === 'yield') leaving.abort(new Yielded())
        else nextMs = answer.ask_after_ms
      } catch (error) {
        // If import-service cannot be reached, it has no other image either: keep waiting.
        if (!(error instanceof ServiceError)) leaving.abort(error)
      }
      // The work may go on after its attempt is over.
      if (!isOver && !outer.aborted) askLater()
    }
    askLater()
    try {
      return await work(AbortSignal.any([outer, leaving.signal]))
    } finally {
      isOver = true
      clearTimeout(timer)
    }
  }
}

const defaultAskAfterMs = 1_000

export class Yielded extends Error {
  override readonly name = 'Yielded'
}
