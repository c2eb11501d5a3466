import { parse } from 'libpg-query'
import { isNode, unboundTables } from './unbound-tables.ts'
import type { Node } from './unbound-tables.ts'

/**
 * What a statement does that one over several storefronts may not (design.md §11): lock rows, write, be recursive, or
 * limit a lateral subquery over rows that no table holds. Nothing of one that keeps to its storefront.
 */
export async function crossingBreaches(
  statement: string,
  tables: ReadonlySet<string>,
  isStorefront: (parameter: number) => boolean,
): Promise<string[]> {
  const unbound = await unboundTables(statement, tables, isStorefront)
  if (unbound.length === 0) return []
  const found = new Set<string>()
  const nodes = [...nodesOf(await parse(statement))]
  const ctes = new Set(nodes.flatMap(([kind, node]) => (kind === 'CommonTableExpr' ? [node.ctename] : [])))
  for (const [kind, node] of nodes) {
    if (/^(Update|Delete|Insert|Merge)Stmt$/.test(kind)) found.add('writes')
    if (kind === 'LockingClause') found.add('locks rows')
    if (node.recursive === true) found.add('is recursive')
    if (Array.isArray(node.fromClause) && hasLimitOverValues(node.fromClause, ctes))
      found.add('lateral limit')
  }
  return [...found]
}

/** What a statement does to its session or with a lock that a distributed database does for one server only. */
export async function sessionBreaches(statement: string): Promise<string[]> {
  const tree = await parse(statement)
  const found = new Set<string>()
  if (tree.stmts?.length !== 1) found.add('is not one command')
  for (const [kind, node] of nodesOf(tree)) {
    if (kind === 'VariableSetStmt' && node.is_local !== true) found.add('sets beyond its transaction')
    if (kind !== 'FuncCall') continue
    const name = namesIn(node.funcname).at(-1) ?? ''
    if (name === 'set_config') found.add(name)
    if (/^pg_(try_)?advisory_/.test(name)) found.add('advisory lock')
  }
  return [...found]
}

/** Changes that a distributed table takes, of PostgreSQL's `alter table`. */
const takenChanges = new Set([
  'AT_AddColumn',
  'AT_DropColumn',
  'AT_ColumnDefault',
  'AT_SetNotNull',
  'AT_DropNotNull',
  'AT_AddConstraint',
  'AT_DropConstraint',
  'AT_ValidateConstraint',
  'AT_AlterColumnType',
  'AT_SetRelOptions',
])

/** Commands that a distributed database takes of a migration; `do` and `grant` are for roles. */
const takenCommands =
  /^(CreateStmt|IndexStmt|AlterTableStmt|DropStmt|RenameStmt|InsertStmt|UpdateStmt|DeleteStmt|DoStmt|GrantStmt|ViewStmt)$/

/** What a command of a migration asks for that a distributed table cannot do. */
export async function migrationBreaches(command: string): Promise<string[]> {
  const { stmts = [] } = await parse(command)
  const found = stmts.length === 1 ? [] : ['is not one command']
  for (const { stmt } of stmts)
    found.push(...Object.keys(stmt ?? {}).filter((kind) => !takenCommands.test(kind)))
  for (const [kind, node] of nodesOf(stmts))
    if (kind === 'AlterTableCmd' && !takenChanges.has(String(node.subtype))) found.push(String(node.subtype))
  return found
}

/** Of the relations of one `from`, a lateral query with a limit beside rows of a function, of `values` or of a CTE. */
function hasLimitOverValues(from: unknown[], ctes: ReadonlySet<unknown>): boolean {
  const nodes = [...nodesOf(from)]
  const isOverValues = nodes.some(
    ([kind, node]) => kind === 'RangeFunction' || (kind === 'RangeVar' && ctes.has(node.relname)),
  )
  const isLimited = nodes.some(
    ([kind, node]) =>
      kind === 'RangeSubselect' &&
      node.lateral === true &&
      [...nodesOf(node.subquery)].some(([, inner]) => inner.limitCount !== undefined),
  )
  const hasValuesLists = nodes.some(([, node]) => Array.isArray(node.valuesLists))
  return isLimited && (isOverValues || hasValuesLists)
}

function namesIn(names: unknown): string[] {
  return [...nodesOf(names)].flatMap(([kind, { sval }]) =>
    kind === 'String' && typeof sval === 'string' ? [sval] : [],
  )
}

/** Every node at any depth, with its kind. */
function* nodesOf(tree: unknown): Generator<[kind: string, node: Node]> {
  if (typeof tree !== 'object' || tree === null) return
  for (const [kind, value] of Object.entries(tree)) {
    if (isNode(value)) yield [kind, value]
    yield* nodesOf(value)
  }
}
