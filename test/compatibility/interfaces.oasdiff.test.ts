import { describe, expect, test } from '@jest/globals'
import acceptedBreaks from './accepted-breaks.json' with { type: 'json' }
import { findBreaks } from './find-breaks.ts'
import { Interfaces, readInterfaces } from './read-interfaces.ts'
import lastRelease from './released.json' with { type: 'json' }
import { mayBreak } from './versions.ts'

const oasdiff = process.env.TEST_OASDIFF_PROGRAM ?? 'oasdiff'

const released = Interfaces.parse(lastRelease)
const present = await readInterfaces()

/**
 * `acceptedBreaks`, in the words of `findBreaks`, each with its reason, are empty but for a version that may contain
 * breaking changes (docs/compatibility.md).
 */
describe('since the last release', () => {
  test('only accepted interfaces have changed incompatibly', async () => {
    expect(await findBreaks(oasdiff, released, present)).toEqual(Object.keys(acceptedBreaks))
  })

  test('accepted breaking changes are for a version that may have them', () => {
    expect(Object.keys(acceptedBreaks).length === 0 || mayBreak(released.version, present.version)).toBe(true)
  })
})

describe('a breaking change is found and named', () => {
  test.each<[string, (next: Interfaces) => void]>([
    ['API: api-removed-without-deprecation', ({ api }) => delete api.paths['/api/products/imports']?.post],
    [
      'messages: api-removed-without-deprecation',
      ({ messages }) => delete messages.paths['/image.requested']?.post,
    ],
    ['event-removed: image_phase_completed', ({ events }) => delete events.image_phase_completed],
    [
      'event-field-removed: run_id of image_phase_completed',
      ({ events }) => drop(events.image_phase_completed, 'run_id'),
    ],
    [
      'setting-removed: CATALOG_NATS_URL of gateway',
      ({ settings }) => drop(settings.gateway, 'CATALOG_NATS_URL'),
    ],
    ['value-removed: image.pullPolicy', ({ values }) => drop(values, 'image.pullPolicy')],
    ['column-removed: variant_price', ({ columns }) => drop(columns, 'variant_price')],
    ['changes-column-moved: after', ({ changes }) => drop(changes, 'after')],
    ['changes-column-moved: after', ({ changes }) => changes.splice(-1, 0, 'between')],
    ['view-column-changed: sku of catalog_variants', ({ views }) => delete views.catalog_variants?.sku],
    ['migration-moved', ({ migrations }) => migrations.splice(-1, 0, 'between')],
  ])('%s', async (rule, spoil) => {
    const next = structuredClone(present)
    spoil(next)
    expect(await findBreaks(oasdiff, present, next)).toEqual([expect.stringContaining(rule)])
  })

  test('an additional value in an answer is not one', async () => {
    const text = JSON.stringify(present).replaceAll('"shopify_legacy"', '"shopify_legacy","something_new"')
    const next = Interfaces.parse(JSON.parse(text))
    expect(next).not.toEqual(present)
    expect(await findBreaks(oasdiff, present, next)).toEqual([])
  })
})

function drop(names: string[] | undefined, name: string): void {
  const at = names?.indexOf(name) ?? -1
  expect(at).toBeGreaterThanOrEqual(0)
  names?.splice(at, 1)
}
