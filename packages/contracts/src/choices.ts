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
    products: z.enum(['all', 'existing', 'new']).default('all'),
    without_handles: z.array(z.string().min(1).max(255)).max(maxHandlesLeftOut).default([]),
    without_fields: z.array(KeptField).max(1_000).default([]),
  })
  .refine((choice) => JSON.stringify(choice).length <= maxChoiceLength, {
    error: `is larger than ${maxChoiceLength / 1024} KiB; leave fewer products out`,
  })
  .meta({ id: 'Choice' })

/** Edits of cells in a request, at most. */
export const maxEditsInRequest = 5_000
/** Edits of cells in a draft, at most. */
export const maxEdits = 20_000
/** UTF-16 units of the values of a draft's edits together, at most. */
export const maxEditsLength = 4 * 1024 * 1024

export const CellEdit = z
  .strictObject({
    row: z.number().int().min(1),
    column: z.string().min(1).max(1_000),
    value: z.string().nullable(),
  })
  .meta({ id: 'CellEdit' })

/** What a caller changes in a draft, which is previewed again; what is absent stays. */
export const DraftRevision = z
  .strictObject({
    choice: Choice.optional(),
    edits: z
      .array(CellEdit)
      .max(maxEditsInRequest)
      .optional()
      .meta({
        // Not `toLocaleString`: the first number format takes 6 MiB, in every process that loads this.
        description: `Cells of the file with other values, for later previews as well; the last one of a cell counts. A draft has at most ${maxEdits}.`,
      }),
  })
  .meta({
    id: 'DraftRevision',
    examples: [
      {
        choice: { products: 'existing', without_handles: ['mug'], without_fields: ['title', 'metadata.*'] },
        edits: [
          { row: 12, column: 'Price', value: '12.50' },
          { row: 14, column: 'Price', value: null },
        ],
      },
    ],
  })

export type CellEdit = z.infer<typeof CellEdit>
export type DraftRevision = z.infer<typeof DraftRevision>
export type Choice = z.infer<typeof Choice>

export const everything: Choice = { products: 'all', without_handles: [], without_fields: [] }
