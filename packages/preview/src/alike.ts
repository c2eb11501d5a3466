import { plainText } from '@catalog/catalog'

/** Finds what has a key with format characters or decomposed letters by one that looks the same. */
export class Alike<Value> {
  /** Undefined where several keys look the same: never a guess. */
  readonly #values = new Map<string, Value | undefined>()

  constructor(entries: Iterable<[key: string, value: Value]>) {
    for (const [key, value] of entries) {
      const plain = plainText(key)
      if (plain !== key) this.#values.set(plain, this.#values.has(plain) ? undefined : value)
    }
  }

  get(key: string): Value | undefined {
    return this.#values.size === 0 ? undefined : this.#values.get(plainText(key))
  }
}
