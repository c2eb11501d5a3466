/** A node of PostgreSQL's own trees, as `pg_node_tree` shows them. */
export interface TreeNode {
  kind: string
  fields: Map<string, Tree>
}
export type Tree = TreeNode | Tree[] | string

/** Reads the text of a `pg_node_tree`. A field of several words is a list. */
export function readNodeTree(text: string): Tree {
  const tokens = text.match(/[(){}]|(?:\\.|[^\s(){}\\])+/gs) ?? []
  let position = 0
  return readValue()

  function readValue(): Tree {
    const token = next()
    if (token === '(') return readUntil(')')
    if (token !== '{') return token
    const kind = next()
    const fields = new Map<string, Tree>()
    while (tokens[position] !== '}') {
      const field = next().slice(1)
      const values: Tree[] = []
      while (tokens[position] !== '}' && !tokens[position]?.startsWith(':')) values.push(readValue())
      const [only = ''] = values
      fields.set(field, values.length > 1 ? values : only)
    }
    position += 1
    return { kind, fields }
  }

  function readUntil(end: string): Tree[] {
    const values: Tree[] = []
    while (tokens[position] !== end) values.push(readValue())
    position += 1
    return values
  }

  function next(): string {
    const token = tokens[position]
    if (token === undefined) throw new Error('a node tree does not end')
    position += 1
    return token
  }
}

/** The nodes of the tree, itself first, at any depth. */
export function* nodesOf(tree: Tree | undefined): Generator<TreeNode> {
  if (tree === undefined || typeof tree === 'string') return
  if (Array.isArray(tree)) {
    for (const one of tree) yield* nodesOf(one)
    return
  }
  yield tree
  for (const field of tree.fields.values()) yield* nodesOf(field)
}
