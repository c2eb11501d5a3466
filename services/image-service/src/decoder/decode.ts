import { z } from 'zod'
import { startDeadline } from '../deadline.ts'
import { ImageError } from '../image-error.ts'
import type { Rendition } from '../render/renditions.ts'
import { sniffFormat } from '../render/sniff-format.ts'
import { Answer } from './answer.ts'
import { DecoderEnded } from './start-decoder.ts'
import type { Decoder } from './start-decoder.ts'

export interface DecodeOptions {
  signal: AbortSignal
  /** Beyond the decoder's own timers: one that does not keep them is killed. */
  timeoutMs: number
}

/**
 * A picture's renditions by this decoder, or `heavy`: not by this one. Throws `ImageError`, or the signal's reason. A
 * decoder that gave no proper answer in time is gone afterwards.
 */
export async function decode(
  decoder: Decoder,
  picture: Buffer,
  { signal, timeoutMs }: DecodeOptions,
): Promise<Rendition[] | 'heavy'> {
  using deadline = startDeadline(timeoutMs, () => new ImageError('timeout', 'decode'), signal)
  let result: Awaited<ReturnType<typeof exchange>>
  try {
    result = await deadline.race(exchange(decoder, picture))
  } catch (error) {
    await decoder.kill()
    throw error instanceof DecoderEnded ? explain(error) : error
  }
  if (result instanceof ImageError) throw result
  return result
}

/** What the decoder says of the picture. Rejects where it says nothing, or nothing that can be. */
async function exchange(decoder: Decoder, picture: Buffer): Promise<Rendition[] | 'heavy' | ImageError> {
  decoder.send(picture)
  const answer = readAnswer(await decoder.receive())
  if (answer.kind === 'heavy') return 'heavy'
  if (answer.kind === 'refused') {
    const { reason, detail } = answer.refusal
    return new ImageError(reason, detail, { cause: new Error(answer.said) })
  }
  const renditions: Rendition[] = []
  for (const size of answer.renditions) {
    const bytes = await decoder.receive()
    // A decoder that a picture has taken over could send anything, and we would hand it out.
    if (sniffFormat(bytes) !== 'webp') throw new DecoderEnded('with something that is no rendition', '')
    renditions.push({ ...size, bytes })
  }
  return renditions
}

function readAnswer(frame: Buffer): Answer {
  try {
    return Answer.parse(JSON.parse(frame.toString()))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new DecoderEnded('with an answer that is none', '')
    }
    throw error
  }
}

function explain(ended: DecoderEnded): ImageError {
  const isOutOfMemory = /allocat|memory/i.test(ended.said)
  return new ImageError('attempts_exhausted', isOutOfMemory ? 'decoder_memory' : 'decoder_ended', {
    cause: ended,
  })
}
