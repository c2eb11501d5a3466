import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const startedMs = 10_000

/**
 * Collects this thread's garbage once, after it has started. V8 only shrinks the heap of an idle thread after a first full
 * collection, which hardly any start needs: what it has left stays, a quarter of the memory beyond Node's own. Only one of
 * last resort returns the emptied pages to the system.
 */
export function shrinkAfterStart(): void {
  setFlagsFromString('--expose-gc')
  // A context that was there before does not have it.
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setTimeout(
    () => void collect({ type: 'major', execution: 'async', flavor: 'last-resort' }),
    startedMs,
  ).unref()
}
