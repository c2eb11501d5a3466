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
  /** Longer than the decoder's own timers: a decoder that does not keep those is killed. */
  timeoutMs: number
}

/**
 * A picture's renditions by this decoder, or `heavy` if it may not decode the picture. A decoder that gave no valid
 * answer in time has been killed when this rejects.
 * @throws ImageError, or the signal's reason
 */
export async function decode(
  decoder: Pick<Decoder, 'send' | 'kill'>,
  picture: Buffer,
  { signal, timeoutMs }: DecodeOptions,
): Promise<Rendition[] | 'heavy'> {
  using deadline = startDeadline(timeoutMs, () => new ImageError('timeout', 'decode'), signal)
  let result: ReturnType<typeof readAnswer>
  try {
    result = readAnswer(await deadline.race(decoder.send(picture)))
  } catch (error) {
    await decoder.kill()
    throw error instanceof DecoderEnded ? explain(error) : error
  }
  if (result instanceof ImageError) throw result
  return result
}

/**
 * @throws DecoderEnded for an answer that is not valid: a picture that has taken over its decoder could send anything
 */
function readAnswer(frame: Buffer): Rendition[] | 'heavy' | ImageError {
  const end = frame.indexOf('\n')
  const answer = parseAnswer(frame.toString('utf8', 0, end))
  if (answer.kind === 'heavy') return 'heavy'
  if (answer.kind === 'refused') {
    const { reason, detail } = answer.refusal
    return new ImageError(reason, detail, { cause: new Error(answer.message) })
  }
  let at = end + 1
  const renditions: Rendition[] = []
  for (const { length, ...rendition } of answer.renditions) {
    renditions.push({ ...rendition, bytes: frame.subarray(at, at + length) })
    at += length
  }
  // Anything else would be served to browsers as WebP.
  const areWebp = renditions.every(({ bytes }) => sniffFormat(bytes) === 'webp')
  if (!areWebp || at !== frame.length) throw new DecoderEnded('with something that is no rendition')
  return renditions
}

function parseAnswer(json: string): Answer {
  try {
    return Answer.parse(JSON.parse(json))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new DecoderEnded('with an answer that is not valid')
    }
    throw error
  }
}

function explain(ended: DecoderEnded): ImageError {
  const isOutOfMemory = /allocat|memory/i.test(ended.stderr)
  return new ImageError('attempts_exhausted', isOutOfMemory ? 'decoder_memory' : 'decoder_ended', {
    cause: ended,
  })
}
