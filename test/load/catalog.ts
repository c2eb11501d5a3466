import type { Product } from '@catalog/catalog'
import { canonicalFile, makeProducts, withImages } from '../bench/make-products.ts'
import { randomFrom } from '../fuzz/random.ts'
import { mostProducts, variantsEach } from './plan.ts'

/** The expected catalog of a storefront: everything imported, minus what was undone. */
export class ExpectedCatalog {
  readonly storefront: string
  readonly #pictureUrl: (path: string) => string
  /** For each product, how often it was changed, which determines its cells. */
  #editions: number[] = []
  /** Products from this number on have a picture. */
  readonly #plain: number

  /** @param pictureUrl returns the URL of a path of the image host */
  constructor(storefront: string, plain: number, pictureUrl: (path: string) => string) {
    this.storefront = storefront
    this.#plain = plain
    this.#pictureUrl = pictureUrl
  }

  get productCount(): number {
    return this.#editions.length
  }

  get variantCount(): number {
    return this.productCount * variantsEach
  }

  /** Files with the next `count` products, to be imported in this order. */
  newProducts(count: number, perFile = mostProducts): Change[] {
    const first = this.productCount
    return Array.from({ length: Math.ceil(count / perFile) }, (_, index) => {
      const from = first + index * perFile
      const size = Math.min(perFile, first + count - from)
      return {
        file: canonicalFile(range(from, size).map((number) => this.#product(number, 0))),
        rows: size * variantsEach,
        changedRows: size * variantsEach,
        isNew: true,
        apply: () => void this.#editions.push(...range(from, size).map(() => 0)),
      }
    })
  }

  /** A file of these products, of which every `every`th was changed. */
  changedProducts(from: number, count: number, every: number): Change {
    const editions = range(from, count).map(
      (number, index) => this.#edition(number) + (index % every === 0 ? 1 : 0),
    )
    return {
      file: canonicalFile(editions.map((edition, index) => this.#product(from + index, edition))),
      rows: count * variantsEach,
      changedRows: Math.ceil(count / every) * variantsEach,
      isNew: false,
      apply: () => this.#set(from, editions),
    }
  }

  /** Returns a function that undoes the change of all of these, to be called after the undo. */
  undoing(from: number, count: number): () => void {
    const editions = range(from, count).map((number) => this.#edition(number))
    return () => this.#set(from, editions)
  }

  /** The expected export, byte by byte. */
  exported(): Buffer {
    const products = this.#editions.map((edition, number) => this.#product(number, edition))
    return canonicalFile(products.sort((one, other) => (one.handle < other.handle ? -1 : 1)))
  }

  #set(from: number, editions: readonly number[]): void {
    this.#editions.splice(from, editions.length, ...editions)
  }

  #edition(number: number): number {
    return this.#editions[number] ?? 0
  }

  #product(number: number, edition: number): Product {
    const [product] = makeProducts({ from: number + 1, count: 1, edition })
    if (product === undefined) throw new Error('there is no product')
    const url = this.#pictureUrl(`/${this.storefront}/${number}.jpg`)
    const images = number < this.#plain ? [] : [{ url, alt: `Picture of ${product.title}` }]
    return { ...withImages(product, images), descriptionHtml: describe(number) }
  }
}

export interface Change {
  file: Buffer
  rows: number
  /** Rows that the preview must count as updates or adds. */
  changedRows: number
  isNew: boolean
  /** To be called after the confirm. */
  apply: () => void
}

/** Some 400 characters that compress like real texts, unlike one repeated sentence. */
function describe(number: number): string {
  const random = randomFrom(`description ${number}`)
  return `<p>${range(0, 60)
    .map(() => random.pick(words))
    .join(' ')}.</p>`
}

const syllables = ['ba', 'con', 'de', 'er', 'fi', 'gra', 'in', 'lo', 'men', 'no', 'pre', 'sta', 'ti', 'ver']
/** Short and long ones, 1,500 in total. */
const words = range(0, 1_500).map((number) => {
  const random = randomFrom(`word ${number}`)
  return range(0, random.size(5))
    .map(() => random.pick(syllables))
    .join('')
})

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index)
}
