import { z } from 'zod'
import { Choice, everything } from './choices.ts'
import { Id, pageOf, Person, Timestamp } from './common.ts'

/** Bytes of the JSON that names a mapping, at most. */
export const maxMappingBytes = 64 * 1024
/** Mappings that a storefront keeps; beyond that, the least recently used one is deleted. */
export const maxMappings = 200

/** How a row of a mapped file finds its product. */
export const MappingIdentity = z.enum(['handle', 'variant_sku', 'title', 'variant_barcode']).meta({
  id: 'MappingIdentity',
  description:
    'How a row finds its product: by the mapped handle; by a SKU of the catalog, or by a handle made of the title where it is new; by a handle made of the title; or by a barcode of the catalog, by which nothing is added.',
})

const texts = z.record(z.string(), z.string())
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value as it came, a record: zod's own drop `__proto__`, and a column may be called that
const columns = z
  .unknown()
  .refine((value) => texts.safeParse(value).success)
  .meta({ type: 'object', additionalProperties: { type: 'string' } }) as z.ZodType<Record<string, string>>

/** What a caller sends with a file. */
export const MappingRequest = z
  .object({
    columns: columns.optional(),
    identity: MappingIdentity.optional(),
    remember: z.boolean().optional(),
  })
  .meta({
    id: 'MappingRequest',
    description:
      'What the columns of the file are. Columns that it leaves out are ignored and listed. `{}`: what is remembered for the file’s header is not used.',
  })

/** The same between services, as pairs: header names can be any text and can repeat. */
export const Mapping = z.object({
  columns: z.array(z.tuple([z.string(), z.string()])),
  identity: MappingIdentity.nullable(),
  remember: z.boolean(),
})

/** Sent after an uploaded file. Null: the caller sent none. */
export const UploadTrailer = z.object({
  mapping: Mapping.nullable(),
  choice: Choice.nullable().default(null),
})

/** The mapping with which a file was read. */
export const UsedMapping = z
  .object({
    mapping_id: Id.nullable(),
    remembered: z.boolean(),
    columns,
    identity: MappingIdentity.nullable(),
  })
  .meta({ id: 'UsedMapping' })

export const RememberedMapping = z
  .object({
    mapping_id: Id,
    header: z.array(z.string()),
    columns,
    identity: MappingIdentity,
    choice: Choice.default(everything),
    created_by: Person.nullable(),
    created_at: Timestamp,
    last_used_at: Timestamp,
  })
  .meta({ id: 'RememberedMapping' })

export const RememberedMappingPage = pageOf('RememberedMappingPage', { mappings: z.array(RememberedMapping) })

/** A column of a file of unknown format. */
export const FileColumn = z
  .object({
    name: z.string(),
    samples: z.array(z.string()),
    suggestion: z.string().nullable(),
  })
  .meta({ id: 'FileColumn' })

export type MappingIdentity = z.infer<typeof MappingIdentity>
export type MappingRequest = z.infer<typeof MappingRequest>
export type Mapping = z.infer<typeof Mapping>
export type UsedMapping = z.infer<typeof UsedMapping>
export type RememberedMapping = z.infer<typeof RememberedMapping>
export type RememberedMappingPage = z.infer<typeof RememberedMappingPage>
export type FileColumn = z.infer<typeof FileColumn>
