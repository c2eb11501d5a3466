const empty = 0

/** A set of names that stores hashes only, some eight bytes each: the texts of a million products would not fit. */
export class NameSet {
  #slots = new Float64Array(1024)
  #size = 0

  has(name: string): boolean {
    const hash = hashOf(name)
    return this.#slots[this.#slotOf(hash)] === hash
  }

  add(name: string): void {
    const hash = hashOf(name)
    const slot = this.#slotOf(hash)
    if (this.#slots[slot] === hash) return
    this.#slots[slot] = hash
    this.#size++
    if (2 * this.#size > this.#slots.length) this.#grow()
  }

  /** The index of the hash, or of the free slot where it belongs. */
  #slotOf(hash: number): number {
    let slot = hash % this.#slots.length
    while (this.#slots[slot] !== empty && this.#slots[slot] !== hash) slot = (slot + 1) % this.#slots.length
    return slot
  }

  #grow(): void {
    const hashes = this.#slots
    this.#slots = new Float64Array(2 * hashes.length)
    for (const hash of hashes) if (hash !== empty) this.#slots[this.#slotOf(hash)] = hash
  }
}

/** 53 bits of two FNV-like hashes: a million names contain a collision once in ten thousand times. */
function hashOf(name: string): number {
  let high = 0x811c9dc5
  let low = 0x9747b28c
  for (let index = 0; index < name.length; index++) {
    const unit = name.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit, 0x85ebca6b)
    low ^= low >>> 13
  }
  high ^= high >>> 15
  return 1 + (high >>> 11) * 2 ** 32 + (low >>> 0)
}
