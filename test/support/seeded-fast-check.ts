import * as fc from '../../node_modules/fast-check/lib/fast-check.js'

// Replaces `fast-check` in tests (jest.config.js): uses the same cases in each run, so that only a change can make a
// property fail. FAST_CHECK_SEED=7 uses other cases, FAST_CHECK_RUNS=20 twenty times as many. A property that fails
// reports its seed, and the path to its smallest case, for `fc.assert`.
const seed = Number(process.env.FAST_CHECK_SEED ?? 1)
const times = Number(process.env.FAST_CHECK_RUNS ?? 1)
if (!Number.isInteger(seed)) throw new RangeError('FAST_CHECK_SEED is not an integer')
if (!Number.isInteger(times) || times < 1) throw new RangeError('FAST_CHECK_RUNS is not a positive integer')
fc.configureGlobal({ seed })

export * from '../../node_modules/fast-check/lib/fast-check.js'

/** Like fast-check's own, with more cases even for a property that sets their number. */
export function assert<Ts>(property: fc.IAsyncProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void>
export function assert<Ts>(property: fc.IProperty<Ts>, parameters?: fc.Parameters<Ts>): void
export function assert<Ts>(
  property: fc.IRawProperty<Ts>,
  parameters: fc.Parameters<Ts> = {},
): Promise<void> | void {
  return fc.assert(property, { ...parameters, numRuns: (parameters.numRuns ?? 100) * times })
}
