import { isCanonicalColumn } from '@catalog/catalog/change-groups'
import { z } from 'zod'

/** Handles that a choice leaves out, at most. */
export const maxHandlesLeftOut = 5_000
/** UTF-16 units of a choice's JSON, at most: every answer with a draft or run has it. */
export const maxChoiceLength = 256 * 1024
/** Bytes of the JSON that revises a draft, at most: it is one message between services. */
export const maxRevisionBytes = 768 * 1024

/** A column whose value a product can keep; it is found by its handle. */
const KeptField = z
  .string()
  .max(255)
  .refine((name) => name !== 'handle' && isCanonicalColumn(name), {
    error: ({ input }) =>
      `“${String(input).slice(0, 60)}” is none of the canonical columns that a product can keep`,
  })

/** What of a file is imported. */
export const Choice = z
  .strictObject({
    products: z.enum(['all', 'existing', 'new']).default('all').meta({
      description:
        'Whether products that the catalog has are changed, with variants and images that they get, and others are added; or one of the two.',
    }),
    without_handles: z
      .array(z.string().min(1).max(255))
      .max(maxHandlesLeftOut)
      .default([])
      .meta({ description: 'Products that are left out. Those that the file does not have are no error.' }),
    without_fields: z.array(KeptField).max(1_000).default([]).meta({
      description:
        'Canonical columns whose values products that exist keep; new products and variants get the file’s. `metadata.*`: all custom fields.',
    }),
  })
  .refine((choice) => JSON.stringify(choice).length <= maxChoiceLength, {
    error: `is larger than ${maxChoiceLength / 1024} KiB; leave fewer products out`,
  })
  .meta({ id: 'Choice' })

/** What a caller changes in a draft, which is previewed anew; what is absent stays. */
export const DraftRevision = z.strictObject({ choice: Choice.optional() }).meta({ id: 'DraftRevision' })

export type DraftRevision = z.infer<typeof DraftRevision>

export type Choice = z.infer<typeof Choice>

export const everything: Choice = { products: 'all', without_handles: [], without_fields: [] }
