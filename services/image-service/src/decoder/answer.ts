import { RenditionName } from '@catalog/contracts'
import { z } from 'zod'
import { unusableFormats } from '../image-error.ts'

const side = z.number().int().min(1).max(2048)

/**
 * A decoder's answer to a picture: one frame with this as a line of JSON, followed by the renditions' bytes, one after
 * the other.
 */
export const Answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rendered'),
    renditions: z
      .array(z.object({ name: RenditionName, width: side, height: side, length: z.number().int().min(1) }))
      .min(1)
      .max(4),
  }),
  /** The picture needs more memory than this decoder may use. */
  z.object({ kind: z.literal('heavy') }),
  z.object({
    kind: z.literal('refused'),
    refusal: z.discriminatedUnion('reason', [
      z.object({ reason: z.literal('too_large'), detail: z.enum(['pixels', 'avif_pixels', 'side', 'work']) }),
      z.object({
        reason: z.literal('not_an_image'),
        detail: z.enum([...unusableFormats, 'empty', 'unknown', 'truncated', 'corrupt']),
      }),
      z.object({ reason: z.literal('timeout'), detail: z.literal('decode') }),
      z.object({ reason: z.literal('attempts_exhausted'), detail: z.literal('decoder_memory') }),
    ]),
    /** The library's message, for the log. */
    message: z.string(),
  }),
])

export type Answer = z.infer<typeof Answer>
