import { parse } from 'libpg-query'

/** Of the tree that PostgreSQL's parser makes. */
export type Node = Record<string, unknown>

/** Something that a query reads or writes. */
interface Relation {
  name: string
  alias: string
  /** A table of ours, a query whose own relations are `inner`, or rows that no table holds. */
  kind: 'table' | 'query' | 'values'
  inner: Relation[]
}

/** What a relation's storefront_id is equal to wherever a row comes out. */
type Side = Relation | 'parameter'

interface Reading {
  tables: ReadonlySet<string>
  isStorefront: (parameter: number) => boolean
  relations: Relation[]
  equal: [Side, Side][]
}

/**
 * The tables of a statement that it reads or writes without keeping to the storefront that it is given: no condition
 * makes their storefront_id equal to that parameter, neither itself nor by way of another table's. Parsed by
 * PostgreSQL's own parser.
 */
export async function unboundTables(
  statement: string,
  tables: ReadonlySet<string>,
  isStorefront: (parameter: number) => boolean,
): Promise<string[]> {
  const reading: Reading = { tables, isStorefront, relations: [], equal: [] }
  const tree: unknown = await parse(statement)
  for (const one of list(field(tree, 'stmts'))) readAny(field(one, 'stmt'), [], new Map(), reading)
  return reading.relations
    .filter((relation) => relation.kind === 'table' && !isBound(relation, reading, new Set()))
    .map(({ name }) => name)
}

function isBound(relation: Relation, reading: Reading, seen: Set<Relation>): boolean {
  if (seen.has(relation)) return false
  seen.add(relation)
  if (relation.kind === 'values') return false
  if (relation.kind === 'query')
    return relation.inner.length > 0 && relation.inner.every((one) => isBound(one, reading, new Set(seen)))
  return reading.equal.some(([one, other]) => {
    const opposite = one === relation ? other : other === relation ? one : null
    return opposite === 'parameter' || (opposite !== null && isBound(opposite, reading, new Set(seen)))
  })
}

type Queries = ReadonlyMap<string, Relation>

/** Looks for queries in the node, at any depth. */
function readAny(node: unknown, scopes: Relation[][], queries: Queries, reading: Reading): void {
  if (Array.isArray(node)) {
    for (const one of node) readAny(one, scopes, queries, reading)
    return
  }
  if (!isNode(node)) return
  for (const [kind, inner] of Object.entries(node)) {
    if (/^(Select|Insert|Update|Delete)Stmt$/.test(kind) && isNode(inner))
      readQuery(kind, inner, scopes, queries, reading)
    else readAny(inner, scopes, queries, reading)
  }
}

function readQuery(kind: string, query: Node, scopes: Relation[][], outer: Queries, reading: Reading): void {
  const queries = new Map(outer)
  for (const cte of list(field(field(query, 'withClause'), 'ctes'))) {
    const name = text(field(cte, 'CommonTableExpr', 'ctename'))
    const relation: Relation = { name, alias: name, kind: 'query', inner: [] }
    // Its own name before its end is the recursive one, and bound by nothing.
    queries.set(name, relation)
    relation.inner = readInner(field(cte, 'CommonTableExpr', 'ctequery'), scopes, queries, reading)
  }
  const scope: Relation[] = []
  const inside = [scope, ...scopes]
  if (isNode(query.relation)) scope.push(tableOf(query.relation, queries, reading))
  for (const from of [...list(query.fromClause), ...list(query.usingClause)])
    readFrom(from, inside, queries, reading)
  readConditions(query.whereClause, inside, reading)
  if (kind === 'InsertStmt') readInsert(query, scope[0], inside, queries, reading)
  // The two halves of a union have no name of their kind.
  for (const half of [query.larg, query.rarg])
    if (isNode(half)) readQuery('SelectStmt', half, scopes, queries, reading)
  for (const [part, inner] of Object.entries(query))
    if (!done.has(part)) readAny(inner, part === 'targetList' ? unbinding(inside) : inside, queries, reading)
}

/**
 * What a query in a select list sees of the outer ones: Citus sends it to every shard unless it names the storefront
 * itself, even though the outer row has the same.
 */
function unbinding(scopes: Relation[][]): Relation[][] {
  return scopes.map((scope) =>
    scope.map(({ name, alias }): Relation => ({ name, alias, kind: 'values', inner: [] })),
  )
}

const done = new Set(['withClause', 'relation', 'fromClause', 'usingClause', 'selectStmt', 'larg', 'rarg'])

function readInner(node: unknown, scopes: Relation[][], queries: Queries, reading: Reading): Relation[] {
  const before = reading.relations.length
  readAny(node, scopes, queries, reading)
  return reading.relations.slice(before)
}

function readFrom(node: unknown, scopes: Relation[][], queries: Queries, reading: Reading): void {
  const [scope = []] = scopes
  const join = field(node, 'JoinExpr')
  if (isNode(join)) {
    readFrom(join.larg, scopes, queries, reading)
    readFrom(join.rarg, scopes, queries, reading)
    readConditions(join.quals, scopes, reading)
    return
  }
  const table = field(node, 'RangeVar')
  if (isNode(table)) {
    scope.push(tableOf(table, queries, reading))
    return
  }
  const query = field(node, 'RangeSubselect')
  if (isNode(query)) {
    const inner = readInner(query.subquery, scopes, queries, reading)
    const alias = text(field(query, 'alias', 'aliasname'))
    scope.push({ name: alias, alias, kind: 'query', inner })
    return
  }
  const alias = text(field(node, 'RangeFunction', 'alias', 'aliasname'))
  scope.push({ name: alias, alias, kind: 'values', inner: [] })
}

function tableOf(node: Node, queries: Queries, reading: Reading): Relation {
  const name = text(node.relname)
  const alias = text(field(node, 'alias', 'aliasname')) || name
  const query = queries.get(name)
  if (query !== undefined) {
    const relation: Relation = { name, alias, kind: 'query', inner: [query] }
    reading.relations.push(relation)
    return relation
  }
  if (!reading.tables.has(name)) throw new Error(`${name} is no table that is known here`)
  const relation: Relation = { name, alias, kind: 'table', inner: [] }
  reading.relations.push(relation)
  return relation
}

/** Of conditions that all hold: one below OR or NOT binds nothing. */
function readConditions(node: unknown, scopes: Relation[][], reading: Reading): void {
  const bool = field(node, 'BoolExpr')
  if (isNode(bool) && bool.boolop === 'AND_EXPR') {
    for (const one of list(bool.args)) readConditions(one, scopes, reading)
    return
  }
  const comparison = field(node, 'A_Expr')
  if (!isNode(comparison) || comparison.kind !== 'AEXPR_OP') return
  if (text(field(list(comparison.name)[0], 'String', 'sval')) !== '=') return
  const left = sideOf(comparison.lexpr, scopes, reading)
  const right = sideOf(comparison.rexpr, scopes, reading)
  if (left !== null && right !== null) reading.equal.push([left, right])
}

function readInsert(
  query: Node,
  target: Relation | undefined,
  scopes: Relation[][],
  queries: Queries,
  reading: Reading,
): void {
  if (target === undefined) throw new Error('an insert has no table')
  const select = field(query, 'selectStmt', 'SelectStmt')
  const scope: Relation[] = []
  const inside = [scope, ...scopes.slice(1)]
  for (const from of list(field(select, 'fromClause'))) readFrom(from, inside, queries, reading)
  readConditions(field(select, 'whereClause'), inside, reading)
  readAny(field(select, 'targetList'), unbinding(inside), queries, reading)
  const at = list(query.cols).findIndex((one) => text(field(one, 'ResTarget', 'name')) === 'storefront_id')
  const rows = list(field(select, 'valuesLists')).map((row) => list(field(row, 'List', 'items')))
  const values =
    rows.length > 0
      ? rows.map((row) => row[at])
      : [field(list(field(select, 'targetList'))[at], 'ResTarget', 'val')]
  const sides = values.map((value) => sideOf(value, inside, reading))
  const [side] = sides
  if (side !== undefined && side !== null && sides.every((one) => one === side))
    reading.equal.push([target, side])
}

/** The relation whose storefront_id the expression is, or the parameter with the storefront. */
function sideOf(node: unknown, scopes: Relation[][], reading: Reading): Side | null {
  const cast = field(node, 'TypeCast', 'arg')
  if (cast !== undefined) return sideOf(cast, scopes, reading)
  const parameter = field(node, 'ParamRef', 'number')
  if (typeof parameter === 'number') return reading.isStorefront(parameter) ? 'parameter' : null
  const fields = list(field(node, 'ColumnRef', 'fields')).map((one) => text(field(one, 'String', 'sval')))
  if (fields.at(-1) !== 'storefront_id') return null
  if (fields.length === 2) {
    const found = scopes.flat().find(({ alias }) => alias === fields[0])
    if (found === undefined) throw new Error(`${fields[0]} is no relation of the query`)
    return found
  }
  const own = scopes[0]?.filter(({ kind }) => kind !== 'values') ?? []
  if (own.length !== 1 || own[0] === undefined)
    throw new Error('a storefront_id without its table is ambiguous')
  return own[0]
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function field(value: unknown, ...path: string[]): unknown {
  let found = value
  for (const name of path) found = isNode(found) ? found[name] : undefined
  return found
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
