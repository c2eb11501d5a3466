import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as productColumns from '../../../services/import-service/src/catalog/product-columns.ts'
import * as storefrontMoves from '../../../services/import-service/src/catalog/storefront-moves.sql.ts'
import * as draftColumns from '../../../services/import-service/src/drafts/draft-columns.ts'
import { StatementPart } from '../../../services/import-service/src/postgres/database.ts'

export interface SourceStatement {
  /** The function that runs it. */
  name: string
  file: string
  /** With `$1`, `$2` … for its parameters. */
  text: string
  /** The expression of each in the source. */
  parameters: string[]
}

/** The columns that statements name by what they are for. */
const parts = new Map<string, unknown>(
  Object.entries({ ...draftColumns, ...productColumns, ...storefrontMoves }),
)

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Every statement that import-service writes as query(database)`…` or the like, or as sql`…`. */
export function statementsOfImportService(): SourceStatement[] {
  const files = globSync('services/import-service/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  )
  return files.flatMap((file) => {
    const source = readFileSync(`${root}${file}`, 'utf8')
    return [...source.matchAll(beginOfStatement)].map(({ index, 0: call }) => {
      const before = source.slice(0, index)
      const name = [...before.matchAll(/^(?:export )?(?:async )?function\*? (\w+)/gm)].at(-1)?.[1] ?? ''
      const { text, parameters } = readTemplate(source, index + call.length)
      return { name, file, text, parameters }
    })
  })
}

/** Not in a comment, which only mentions one. */
const beginOfStatement =
  /(?<!^\s*(?:\*|\/\/|\/\*).*)\b(?:sql|(?:query\w*|change)(?:<[^`()]*>)?\([^()`]*\))`/gm

/** From behind the opening backtick. */
function readTemplate(source: string, from: number): { text: string; parameters: string[] } {
  const parameters: string[] = []
  let text = ''
  let position = from
  while (source[position] !== '`') {
    if (source.startsWith('${', position)) {
      const end = endOfExpression(source, position + 2)
      const expression = source.slice(position + 2, end)
      const part = parts.get(expression)
      if (!(part instanceof StatementPart)) parameters.push(expression)
      text += part instanceof StatementPart ? part.text : `$${parameters.length}`
      position = end + 1
    } else {
      text += source[position] ?? ''
      position += 1
    }
    if (position >= source.length) throw new Error('a statement does not end')
  }
  return { text, parameters }
}

function endOfExpression(source: string, from: number): number {
  let depth = 0
  for (let position = from; position < source.length; position += 1) {
    const character = source[position]
    if (character === '`') throw new Error('a template within a statement cannot be read here')
    if (character === '{') depth += 1
    if (character === '}') {
      if (depth === 0) return position
      depth -= 1
    }
  }
  throw new Error('an expression does not end')
}
