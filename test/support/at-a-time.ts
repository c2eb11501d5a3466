/** Does the work with each item, in their order, with at most so many at a time. */
export async function atATime<Item>(
  count: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = Iterator.from(items)
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
