/** All items of a list that is answered in pages, or the first of them. */
export async function readPages<Item>(
  readPage: (query: {
    limit: number
    cursor?: string
  }) => Promise<{ items: Item[]; next_cursor: string | null }>,
  limit = Infinity,
  pageSize = 500,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | null = null
  do {
    const query = { limit: Math.min(limit - all.length, pageSize), ...(cursor !== null && { cursor }) }
    const { items, next_cursor: next }: { items: Item[]; next_cursor: string | null } = await readPage(query)
    all.push(...items)
    cursor = next
  } while (cursor !== null && all.length < limit)
  return all
}
