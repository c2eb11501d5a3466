import type { Client } from 'pg'
import { nodesOf, readNodeTree } from './node-tree.ts'
import type { Tree, TreeNode } from './node-tree.ts'

/** PostgreSQL's CmdType. */
const update = '2'
const insert = '3'
const remove = '4'

/**
 * What a statement sets, or tests in a write, by expressions that a distributed table does not take (design.md §11): in an
 * update or a delete, a function or a cast over a column that is not immutable, or one at all in CASE or COALESCE; behind
 * `on conflict`, one that is not immutable at all. Answers with the columns set, or `where`. Analysed by the server: the
 * statement becomes the body of a function, whose tree is read.
 */
export async function mutableExpressions(client: Client, statement: string): Promise<string[]> {
  const tree = await analyse(client, statement)
  const isMutable = await mutability(client)
  const found: string[] = []
  for (const query of nodesOf(tree)) {
    if (query.kind !== 'QUERY') continue
    const command = query.fields.get('commandType')
    if (command === update || command === remove) {
      if (command === update) found.push(...breaches(query.fields.get('targetList'), isOverColumn))
      found.push(...breaches(field(query, 'jointree', 'quals'), isOverColumn))
    }
    if (command === insert) {
      for (const part of ['onConflictSet', 'onConflictWhere', 'arbiterWhere'])
        found.push(...breaches(field(query, 'onConflict', part), (one) => some(one, isMutable)))
    }
  }
  return found

  function isOverColumn(expression: Tree): boolean {
    return some(expression, (node) =>
      node.kind === 'CASEEXPR' ||
      node.kind === 'CASE' ||
      node.kind === 'COALESCEEXPR' ||
      node.kind === 'COALESCE'
        ? some(node, isMutable)
        : isMutable(node) && some(node, ({ kind }) => kind === 'VAR'),
    )
  }
}

function breaches(part: Tree | undefined, isBreach: (expression: Tree) => boolean): string[] {
  const expressions = Array.isArray(part) ? part : part === undefined || part === '' ? [] : [part]
  return expressions
    .filter(isBreach)
    .map((one) => (isNode(one) && textOf(one.fields.get('resname'))) || 'where')
}

/** Whether a node of the tree calls a function that is not immutable. */
async function mutability(client: Client): Promise<(node: TreeNode) => boolean> {
  const { rows: functions } = await client.query<{ oid: number }>(
    "select oid::int from pg_proc where provolatile <> 'i'",
  )
  const mutable = new Set(functions.map(({ oid }) => String(oid)))
  const { rows: types } = await client.query<{ oid: number; input: number; output: number }>(
    'select oid::int, typinput::oid::int as input, typoutput::oid::int as output from pg_type',
  )
  const typeOf = new Map(types.map((type) => [String(type.oid), type]))
  return (node) => {
    if (node.kind === 'SQLVALUEFUNCTION') return true
    const called = [node.fields.get('funcid'), node.fields.get('opfuncid')]
    if (node.kind === 'COERCEVIAIO') {
      called.push(String(typeOf.get(textOf(node.fields.get('resulttype')))?.input))
      called.push(String(typeOf.get(resultType(node.fields.get('arg')))?.output))
    }
    return called.some((oid) => typeof oid === 'string' && mutable.has(oid))
  }
}

function resultType(node: Tree | undefined): string {
  if (!isNode(node)) return ''
  const [, type] =
    [...node.fields].find(([name]) =>
      /^(\w+result|var|const|param|case|coalesce|minmax|result|array_)type(id)?$/.test(name),
    ) ?? []
  return textOf(type)
}

function textOf(tree: Tree | undefined): string {
  return typeof tree === 'string' ? tree : ''
}

async function analyse(client: Client, statement: string): Promise<Tree> {
  await client.query('begin')
  try {
    await client.query(`prepare analysed as ${statement}`)
    const { rows: prepared } = await client.query<{ types: string }>(
      "select array_to_string(parameter_types, ',') as types from pg_prepared_statements where name = 'analysed'",
    )
    await client.query('deallocate analysed')
    await client.query(
      `create function analysed(${prepared[0]?.types ?? ''}) returns void language sql begin atomic ${statement}\n; end`,
    )
    const { rows } = await client.query<{ body: string }>(
      "select prosqlbody::text as body from pg_proc where proname = 'analysed'",
    )
    return readNodeTree(rows[0]?.body ?? '')
  } finally {
    await client.query('rollback')
  }
}

function some(tree: Tree, is: (node: TreeNode) => boolean): boolean {
  return nodesOf(tree).some(is)
}

function field(node: TreeNode, ...path: string[]): Tree | undefined {
  let found: Tree | undefined = node
  for (const name of path) found = isNode(found) ? found.fields.get(name) : undefined
  return found
}

function isNode(tree: Tree | undefined): tree is TreeNode {
  return typeof tree === 'object' && !Array.isArray(tree)
}
