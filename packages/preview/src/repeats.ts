/** Finds the items that share a key. A key with one item needs no list. */
export class Repeats<Key, Item> {
  readonly #first = new Map<Key, Item>()
  readonly #lists = new Map<Key, Item[]>()

  add(key: Key, item: Item): void {
    const first = this.#first.get(key)
    if (first === undefined) {
      this.#first.set(key, item)
      return
    }
    const list = this.#lists.get(key)
    if (list) list.push(item)
    else this.#lists.set(key, [first, item])
  }

  /** All items of each key that has several. */
  lists(): Iterable<[Key, Item[]]> {
    return this.#lists
  }
}
