import { Socket } from 'node:net'
import { ImageError } from '../image-error.ts'
import { release } from '../release.ts'
import { renderPicture } from '../render/renditions.ts'
import type { Answer } from './answer.ts'
import { maxFrameBytes, onFrame, writeFrame } from './frames.ts'

/*
 * A decoder: a process that receives pictures on file descriptor 3, one at a time, and sends their renditions back
 * there. It has no other access: image-service starts it with an empty environment (start-decoder.ts).
 */
const allowed = process.argv[2] === 'heavy' ? 'heavy' : 'light'
const parent = new Socket({ fd: 3 })

// It ends together with image-service, or when image-service kills it. Signals are ignored, because a terminal's Ctrl-C
// reaches both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
parent.once('close', () => process.kill(process.pid, 'SIGKILL'))
parent.on('error', () => {})
parent.once('end', () => parent.destroy())

onFrame(parent, maxFrameBytes, (picture) => {
  void answer(picture).finally(() => release(picture))
})
writeFrame(parent, [Buffer.from('ready')])

async function answer(picture: Buffer): Promise<void> {
  try {
    const renditions = await renderPicture(picture, allowed)
    if (renditions === 'heavy') {
      send({ kind: 'heavy' } satisfies Answer)
      return
    }
    const described = renditions.map(({ bytes: { length }, ...rest }) => ({ ...rest, length }))
    send(
      { kind: 'rendered', renditions: described } satisfies Answer,
      renditions.map(({ bytes }) => bytes),
    )
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    const { reason, detail, cause } = error
    send({
      kind: 'refused',
      refusal: { reason, detail },
      message: cause instanceof Error ? cause.message : '',
    })
  }
}

/** image-service validates the answer. */
function send(answered: unknown, bytes: readonly Buffer[] = []): void {
  writeFrame(parent, [Buffer.from(`${JSON.stringify(answered)}\n`), ...bytes], release)
}
