/** A value of the chart, as a line of values.yaml has it. */
export interface ChartValue {
  /** `services.gateway.replicas`; of a line that holds a map, that of the map. */
  path: string
  /** YAML. */
  default: string
  /** The comment above it, or else above its group; empty without one. */
  meaning: string
}

/** Reads the lines of values.yaml. What is said of a value of one service holds for all of them. */
export function readValues(text: string): ChartValue[] {
  const values: ChartValue[] = []
  const groups: { path: string; depth: number; meaning: string }[] = []
  const ofServices = new Map<string, string>()
  let comment: string[] = []
  for (const line of text.split('\n')) {
    const [, remark] = /^ *# ?(.*)$/.exec(line) ?? []
    if (remark !== undefined) {
      comment.push(remark)
      continue
    }
    const [, indent = '', key, value = ''] = /^( *)([\w-]+): ?(.*)$/.exec(line) ?? []
    if (key !== undefined) {
      while ((groups.at(-1)?.depth ?? -1) >= indent.length) groups.pop()
      const group = groups.at(-1)
      const path = group === undefined ? key : `${group.path}.${key}`
      const general = generalPath(path)
      const meaning = comment.join(' ') || group?.meaning || ofServices.get(general) || ''
      if (general !== path && !ofServices.has(general)) ofServices.set(general, meaning)
      if (value === '') groups.push({ path, depth: indent.length, meaning })
      else values.push({ path, default: value, meaning })
    }
    comment = []
  }
  return values
}

/** Without the service that has it. */
function generalPath(path: string): string {
  return path.replace(/^services\.[\w-]+\./, '')
}

/** helm/catalog/values.md: a table of them. What services have alike is listed once. */
export function writeTable(values: ChartValue[]): string {
  const listed = new Set<string>()
  const rows = values.flatMap(({ path, default: value, meaning }) => {
    const row = [`\`${value}\``, meaning].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')
    const general = `${generalPath(path)} ${row}`
    if (listed.has(general)) return []
    listed.add(general)
    return `| \`${path}\` | ${row} |`
  })
  return [
    '# Values of the chart',
    '',
    'Made by `npm run generate:values` from [values.yaml](values.yaml), as are the descriptions of',
    '[values.schema.json](values.schema.json). Not for hand editing. What is listed for one service alone, the others have',
    'with the same default.',
    '',
    '<!-- prettier-ignore -->',
    '| Value | Default | Meaning |',
    '| - | - | - |',
    ...rows,
    '',
  ].join('\n')
}

/** The schema with what each value means as its description, unless others share its definition. */
export function describeSchema(schema: Schema, values: ChartValue[]): Schema {
  const described = structuredClone(schema)
  for (const { path, meaning } of values.toReversed()) {
    const found = propertyAt(described, described, path.split('.'))
    if (found !== undefined) found.description = meaning
  }
  return described
}

export interface Schema {
  $ref?: string
  allOf?: Schema[]
  properties?: Record<string, Schema>
  $defs?: Record<string, Schema>
  description?: string
}

/** What all services have is in one definition. */
function propertyAt(root: Schema, schema: Schema, [key = '', ...rest]: string[]): Schema | undefined {
  const bases = (schema.allOf ?? []).map(({ $ref = '' }) => root.$defs?.[$ref.replace('#/$defs/', '')])
  const found = [schema, ...bases].flatMap((one) => one?.properties?.[key] ?? [])[0]
  return found === undefined || rest.length === 0 ? found : propertyAt(root, found, rest)
}
