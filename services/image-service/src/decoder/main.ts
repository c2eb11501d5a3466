import { Socket } from 'node:net'
import { ImageError } from '../image-error.ts'
import { release } from '../release.ts'
import { renderPicture } from '../render/renditions.ts'
import type { Answer } from './answer.ts'
import { onFrame, writeFrame } from './frames.ts'
import { maxPictureBytes } from './limits.ts'

/*
 * A decoder: a process that takes a picture at a time on file descriptor 3 and gives its renditions back there. It has
 * no other way out: image-service starts it with an empty environment (start-decoder.ts).
 */
const allowed = process.argv[2] === 'heavy' ? 'heavy' : 'light'
const parent = new Socket({ fd: 3 })

// It ends with image-service, however that ends, and before it only by kill: a terminal's Ctrl-C reaches both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
parent.once('close', () => process.kill(process.pid, 'SIGKILL'))
parent.on('error', () => {})
parent.once('end', () => parent.destroy())

onFrame(parent, maxPictureBytes, (picture) => {
  void answer(picture).finally(() => release(picture))
})
writeFrame(parent, Buffer.from('ready'))

async function answer(picture: Buffer): Promise<void> {
  try {
    const renditions = await renderPicture(picture, allowed)
    if (renditions === 'heavy') {
      say({ kind: 'heavy' } satisfies Answer)
      return
    }
    const sizes = renditions.map(({ name, width, height }) => ({ name, width, height }))
    say({ kind: 'rendered', renditions: sizes } satisfies Answer)
    for (const { bytes } of renditions) writeFrame(parent, bytes, () => release(bytes))
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    say(refusalOf(error))
  }
}

function refusalOf({ reason, detail, cause }: ImageError): unknown {
  return { kind: 'refused', refusal: { reason, detail }, said: cause instanceof Error ? cause.message : '' }
}

/** Whatever it is: image-service checks it. */
function say(answered: unknown): void {
  writeFrame(parent, Buffer.from(JSON.stringify(answered)))
}
