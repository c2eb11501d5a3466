import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { confirmImages, imageOf, rejected, settlementOf, takeClaim } from '../../testing/stored-runs.ts'
import { settleImage } from '../../images/settle-image.ts'
import { quick } from '../../runs/slowness.ts'
import { useTestContext } from '../../testing/use-test-context.ts'
import { checkInstallation } from './check-installation.ts'
import type { Finding } from './check-installation.ts'

const service = useTestContext()
const unknownIds = ['00000000-0000-7000-8000-000000000001', 'f0000000-0000-7000-8000-000000000001']

test('what the object store lacks, and has besides, is found whatever its pages', async () => {
  const { context } = service
  const run = await confirmImages(context, 'shop', 6)
  await service.setSlowness(quick)
  const images = run.image_outcomes.map((_, index) => imageOf(run, index))
  for (const [index, image] of images.entries()) {
    const fields = index === 2 ? rejected : { renditions: ['original' as const, 'thumb' as const] }
    await settleImage(context, settlementOf(image, await takeClaim(context, image), fields))
  }
  service.clock.advance(60_001)
  // The image that was not fetched may have objects, from an attempt that was not settled.
  const fetched = new Set(images.filter((_, index) => index !== 2).map((image) => image.image_id))
  const ids = [...images.map((image) => image.image_id), ...unknownIds]
  const objects = ids.flatMap((id) => [`${id}/original.webp`, `${id}/thumb.webp`])
  await fc.assert(
    fc.asyncProperty(fc.subarray(objects), fc.integer({ min: 1, max: 5 }), async (some, page) => {
      const stored = some.toSorted((a, b) => (a < b ? -1 : 1))
      const found: Finding[] = []
      const doctor = {
        ...context,
        queueDepth: async () => 0,
        listObjects: async (_: string | undefined, after: string) =>
          stored.filter((key) => key > after).slice(0, page),
        report: (finding: Finding) => void found.push(finding),
        progress: () => {},
      }
      expect(await checkInstallation(doctor, 'shop')).toEqual({ storefronts: 1 })
      const lacks = (id: string) =>
        !['original', 'thumb'].every((name) => stored.includes(`${id}/${name}.webp`))
      const counts = {
        problem: [...fetched].filter(lacks).length,
        note: unknownIds.filter((id) => stored.some((key) => key.startsWith(id))).length,
      }
      for (const [kind, count] of Object.entries(counts)) {
        const findings = found.filter((finding) => finding.kind === kind)
        expect(findings.map((finding) => finding.count)).toEqual(count === 0 ? [] : [count])
      }
    }),
  )
})

test('storefronts that have objects and no row are found whatever the pages', async () => {
  const { context } = service
  for (const storefrontId of ['a', 'b-1', 'c']) await confirmImages(context, storefrontId, 1)
  const known = new Set(['a', 'b-1', 'c'])
  // Pages end between ids with a common prefix, and within the objects of one.
  const ids = ['-', 'a', 'a-', 'a-1', 'a0', 'aa', 'b', 'b-1', 'c', 'c0']
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ id: fc.constantFrom(...ids), image: fc.integer({ min: 1, max: 4 }) })),
      fc.integer({ min: 1, max: 6 }),
      async (objects, page) => {
        const stored = objects
          .map(({ id, image }) => `${id}/${image}/thumb.webp`)
          .toSorted((a, b) => (a < b ? -1 : 1))
        const found: Finding[] = []
        const doctor = {
          ...context,
          queueDepth: async () => 0,
          listObjects: async (storefrontId: string | undefined, after: string) =>
            storefrontId === undefined ? stored.filter((key) => key > after).slice(0, page) : [],
          report: (finding: Finding) => void found.push(finding),
          progress: () => {},
        }
        await checkInstallation(doctor, null)
        const unknown = new Set(objects.map(({ id }) => id).filter((id) => !known.has(id)))
        const notes = found.filter(({ kind }) => kind === 'note')
        expect(notes.map(({ count }) => count)).toEqual(unknown.size === 0 ? [] : [unknown.size])
      },
    ),
  )
})
