import { readFileSync } from 'node:fs'
import type { Run } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { crash, decodersOf } from '../services/image-service/src/testing/decoder-processes.ts'
import { csvOf } from './support/canonical-file.ts'
import { startImageHost } from './support/image-host.ts'
import { startSystem } from './support/system.ts'

// How much a process has read stands in /proc.
const onLinux = process.platform === 'linux' ? test : test.skip

onLinux(
  'an image whose decoder dies over it has failed after three attempts; the others and the service go on',
  async () => {
    await using host = await startImageHost()
    // Noise, which does not compress: seconds of work, and far more bytes than a decoder reads while it starts.
    const slow = await sharp({
      create: {
        width: 3000,
        height: 2600,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 20 },
      },
    })
      .avif({ effort: 0, quality: 80 })
      .toBuffer()
    expect(slow.length).toBeGreaterThan(4_000_000)
    host.answer('/deadly.avif', (_request, response) => void response.end(slow))
    await using system = await startSystem({
      env: {
        'import-service': { CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' },
        'image-service': { CATALOG_IMAGE_ALLOWED_HOSTS: host.host },
      },
    })
    const { pid } = system.services['image-service']
    const paths = ['/deadly.avif', '/a.jpg', '/b.jpg', '/c.png', '/d.webp', '/e.jpg']
    const rows = paths.map((path, index) => ({
      handle: 'pictured',
      title: index === 0 ? 'Pictured' : '',
      variant_price: index === 0 ? '1' : '',
      image_url: host.url(path),
    }))
    const draft = await system.upload(csvOf(rows))
    const { run_id: runId }: Run = await system.confirm(draft.draft_id)

    const crashed = new Set<number>()
    const run = await system.waitForRun(
      runId,
      ({ status }) => {
        // Once it has taken the picture: to die while it starts costs no attempt.
        const atWork = decodersOf(pid, 'heavy').filter(
          (one) => !crashed.has(one) && bytesRead(one) > slow.length,
        )
        crash(atWork)
        for (const decoder of atWork) crashed.add(decoder)
        return status === 'completed'
      },
      { timeoutMs: 180_000 },
    )
    expect(run.image_counts).toEqual({ pending: 0, fetched: 5, rejected: 0, failed: 1 })
    const outcome = run.image_outcomes.find(({ url }) => url.endsWith('/deadly.avif'))
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'attempts_exhausted', attempts: 3 })
    expect(outcome?.message).toMatch(/^The picture could not be read/)
    expect(system.services['image-service'].pid).toBe(pid)
    expect(host.requests('/deadly.avif')).toBe(3)
  },
  300_000,
)

function bytesRead(pid: number): number {
  try {
    return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
  } catch {
    // It has ended.
    return 0
  }
}
