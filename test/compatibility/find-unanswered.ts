import { z } from 'zod'

interface Schema {
  $ref?: string | undefined
  required?: string[] | undefined
  properties?: Record<string, Schema> | undefined
  items?: Schema | undefined
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), Schema).optional(),
    items: Schema.optional(),
  }),
)

const Answer = z.object({ content: z.object({ 'application/json': z.object({ schema: Schema }) }) })

/** Of `messagesDocument`. */
const Messages = z.object({
  paths: z.record(z.string(), z.object({ post: z.object({ responses: z.object({ 200: Answer }) }) })),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
})
type Messages = z.infer<typeof Messages>

/** Fields, as `subject: path`, that who asks needs and that the answers of another release do not have for certain. */
export function findUnanswered(given: unknown, taken: unknown): string[] {
  const [theirs, ours] = [Messages.parse(given), Messages.parse(taken)]
  return Object.keys(theirs.paths).flatMap((subject) => {
    const [answer, wanted] = [answerOf(theirs, subject), answerOf(ours, subject)]
    if (answer === undefined || wanted === undefined) return []
    return missing({ schema: answer, of: theirs }, { schema: wanted, of: ours }).map(
      (path) => `${subject}: ${path}`,
    )
  })
}

function answerOf({ paths }: Messages, subject: string): Schema | undefined {
  return paths[subject]?.post.responses[200].content['application/json'].schema
}

interface Part {
  schema: Schema
  of: Messages
}

function missing(answer: Part, wanted: Part, path = ''): string[] {
  const [theirs, ours] = [resolve(answer), resolve(wanted)]
  const here = (ours.required ?? []).filter((name) => theirs.required?.includes(name) !== true)
  const below = Object.entries({ ...ours.properties, ...(ours.items && { '[]': ours.items }) })
  return [
    ...here.map((name) => `${path}/${name}`),
    ...below.flatMap(([name, schema]) => {
      const known = name === '[]' ? theirs.items : theirs.properties?.[name]
      if (known === undefined) return []
      return missing({ ...answer, schema: known }, { ...wanted, schema }, `${path}/${name}`)
    }),
  ]
}

function resolve({ schema, of }: Part): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return (name === undefined ? undefined : of.components.schemas[name]) ?? schema
}
