import type { Run } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { crash, decodersOf } from '../services/image-service/src/testing/decoder-processes.ts'
import { csvOf } from './support/canonical-file.ts'
import { cpuTime } from './support/cpu-time.ts'
import { startImageHost } from './support/image-host.ts'
import { startSystem } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

// How much a process has worked is read from /proc.
const onLinux = process.platform === 'linux' ? test : test.skip

onLinux(
  'an image whose decoder dies over it has failed after three attempts; the others and the service go on',
  async () => {
    await using host = await startImageHost()
    // It takes a decoder more than a second, and a decoder of its own.
    const slow = await sharp({ create: { width: 4000, height: 3990, channels: 3, background: '#c86432' } })
      .avif({ effort: 0 })
      .toBuffer()
    host.answer('/deadly.avif', (_request, response) => void response.end(slow))
    await using system = await startSystem({
      env: {
        'import-service': { CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' },
        'image-service': { CATALOG_IMAGE_ALLOWED_HOSTS: host.host },
      },
    })
    const { pid } = system.services['image-service']
    // The light ones have begun and had nothing to do yet.
    const startMs = Math.max(...decodersOf(pid, 'light').map((decoder) => cpuTime([decoder])))
    expect(startMs).toBeGreaterThan(0)
    const paths = ['/deadly.avif', '/a.jpg', '/b.jpg', '/c.png', '/d.webp', '/e.jpg']
    const rows = paths.map((path, index) => ({
      handle: 'pictured',
      title: index === 0 ? 'Pictured' : '',
      variant_price: index === 0 ? '1' : '',
      image_url: host.url(path),
    }))
    const draft = await system.upload(csvOf(rows))
    const { run_id: runId }: Run = await system.confirm(draft.draft_id)

    const dead = new Set<number>()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const decoder = await waitFor(
        'a decoder to be at work on the picture',
        () => decodersOf(pid, 'heavy').find((one) => !dead.has(one) && cpuTime([one]) > 2 * startMs),
        { timeoutMs: 60_000, everyMs: 10 },
      )
      crash([decoder])
      dead.add(decoder)
    }

    const run = await system.waitForRun(runId)
    expect(run.image_counts).toEqual({ pending: 0, fetched: 5, rejected: 0, failed: 1 })
    const outcome = run.image_outcomes.find(({ url }) => url.endsWith('/deadly.avif'))
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'attempts_exhausted', attempts: 3 })
    expect(outcome?.message).toMatch(/^The picture could not be read/)
    expect(system.services['image-service'].pid).toBe(pid)
    expect(host.requests('/deadly.avif')).toBe(3)
  },
  180_000,
)
