import { readFile, writeFile } from 'node:fs/promises'
import { describeSchema, readValues, writeTable } from './chart-values.ts'

const chart = new URL('../../helm/catalog/', import.meta.url)
const values = readValues(await readFile(new URL('values.yaml', chart), 'utf8'))
const schema = new URL('values.schema.json', chart)
const described = describeSchema(JSON.parse(await readFile(schema, 'utf8')), values)
await writeFile(schema, `${JSON.stringify(described, null, 2)}\n`)
await writeFile(new URL('values.md', chart), writeTable(values))
