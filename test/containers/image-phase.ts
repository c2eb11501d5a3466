import type { Run } from '@catalog/contracts'
import { expect } from '@jest/globals'
import type { StartedTestContainer } from 'testcontainers'
import type { ServiceName } from '../../deploy/local/services.ts'
import { catalogFile } from '../support/canonical-file.ts'
import { untilServed } from '../support/until-served.ts'
import { waitFor } from '../support/wait-for.ts'
import type { ContainedSystem } from './contained-system.ts'
import { docker } from './engine.ts'

export const imageCount = 12
/** How long a restart waits for the process to exit on its own, in milliseconds. */
export const graceful = 30_000
export const atOnce = 0
/** Limit for hangs. A dead worker's claim expires after a minute. */
export const phaseMs = 600_000
export const stepMs = 1_800_000

/** The first replica. */
export function first(system: ContainedSystem, name: ServiceName): StartedTestContainer {
  const [container] = system.services[name]
  if (container === undefined) throw new Error(`${name} was not started`)
  return container
}

/** Restarts containers together, and runs a callback once they have stopped. */
export async function restart(
  containers: StartedTestContainer[],
  { timeout = atOnce, whileDown }: { timeout?: number; whileDown?: () => Promise<void> } = {},
): Promise<void> {
  const seconds = String(timeout / 1_000)
  await docker('stop', '-t', seconds, ...containers.map((container) => container.getId()))
  await whileDown?.()
  await Promise.all(containers.map((container) => container.restart({ timeout: atOnce })))
}

/** A run in its image phase whose images wait for the image host to open. */
export async function beginImagePhase(system: ContainedSystem, storefront: string): Promise<Run> {
  await system.images.hold()
  const file = catalogFile({
    products: imageCount,
    variants: 1,
    images: 1,
    imageUrl: (product) => system.images.url(`/${storefront}/${product}.jpg`),
  })
  const draft = await untilServed('the upload', () => system.upload(file, { storefront }))
  const run = await untilServed('the confirm', () => system.confirm(draft.draft_id, { storefront }))
  await waitFor(
    'fetches to be under way',
    async () => Object.keys(await system.images.asked(`/${storefront}/`)).length === 4,
    { timeoutMs: phaseMs },
  )
  return run
}

export async function expectAllFetched(
  system: ContainedSystem,
  { run_id: runId }: Run,
  storefront: string,
): Promise<void> {
  let run = await waitForEnd(system, runId, storefront)
  // Three attempts of ten seconds may end before a busy machine opens the image host.
  while (run.image_counts.failed > 0) {
    const failed = run.image_outcomes.filter(({ outcome }) => outcome === 'failed')
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['timeout']))
    const path = `/api/products/imports/runs/${runId}/retry-images`
    await system.json<Run>(path, { method: 'POST', storefront })
    run = await waitForEnd(system, runId, storefront)
  }
  expect(run.image_counts).toEqual({ pending: 0, fetched: imageCount, rejected: 0, failed: 0 })
}

async function waitForEnd(system: ContainedSystem, runId: string, storefront: string): Promise<Run> {
  const read = () => system.json<Run>(`/api/products/imports/runs/${runId}`, { storefront })
  return await waitFor(
    `run ${runId}`,
    async () => {
      const found = await untilServed(`run ${runId}`, read)
      return found.status === 'completed' && found
    },
    { timeoutMs: phaseMs, everyMs: 100 },
  )
}
