// npm run generate:client: the types of the clients, from the OpenAPI document that the gateway serves.
// With --check, changes nothing and fails where a file is not what the document says.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { openApiDocument } from '../../services/gateway/src/api/openapi-document.ts'
import { endpoints } from '../../services/gateway/src/api/index.ts'
import { say } from './terminal.ts'

const files = ['admin-page/src/api', 'cli/src'].map((folder) =>
  fileURLToPath(new URL(`../../packages/${folder}/openapi.generated.ts`, import.meta.url)),
)
const document = JSON.stringify(openApiDocument(endpoints), withoutProblems)
const types = astToString(await openapiTS(document, { alphabetize: true }))
const text = `// Made by \`npm run generate:client\` from the gateway's OpenAPI document. Not for hand editing.\n\n${types}`

for (const file of files) {
  if (!process.argv.includes('--check')) {
    await writeFile(file, text)
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    say('The API has changed and a client of it has not: run `npm run generate:client`.')
    process.exitCode = 1
  }
}

/** Problems reach a client as `ApiError`, whatever the operation: their types would be most of the file. */
function withoutProblems(key: string, value: unknown): unknown {
  if (key === 'Problem') return undefined
  if (key !== 'responses' || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([status]) => Number(status) < 400))
}
