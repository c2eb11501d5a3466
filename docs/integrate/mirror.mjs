// Brings a copy of the catalog up to date. Run it again and again: in a platform, its tables replace the file.
// CATALOG_URL=https://shop.example CATALOG_TOKEN=… node mirror.mjs <file> [products in a page]
import { readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const [file, limit = '250'] = process.argv.slice(2)
const { CATALOG_URL: address, CATALOG_TOKEN: token } = process.env

let { version, products } = await load()
try {
  await follow()
} catch (error) {
  if (error.code !== 'catalog_restarted') throw error
  version = -1
  products.clear()
  await follow()
}
await save()
console.log(`${products.size} products, as of catalog version ${version}`)

/** Adds what has changed since the version of the copy: products are never removed from a catalog. */
async function follow() {
  let since = version
  // A pending picture comes without another version.
  for (const { images, catalog_version: last } of products.values())
    if (images.some(({ outcome }) => outcome === 'pending')) since = Math.min(since, last - 1)
  const changes = since < 0 ? {} : { changed_after: since, order: 'changed' }
  let first
  for (let cursor; cursor !== null;) {
    const page = await ask({ limit, ...changes, ...(cursor && { cursor }) })
    first ??= page.catalog_version
    for (const product of page.products) products.set(product.handle, product)
    cursor = page.next_cursor
  }
  // What has changed since the first page comes with the next run.
  version = first
}

async function ask(parameters) {
  const url = `${address}/api/products?${new URLSearchParams(parameters)}`
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (response.ok) return response.json()
    const answer = await response.text()
    const seconds = Number(response.headers.get('retry-after'))
    if (seconds === 0 || attempt === 5) {
      const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
      throw Object.assign(new Error(answer), isProblem && { code: JSON.parse(answer).code })
    }
    await wait(seconds * 1000)
  }
}

/** A line with the version, and one for each product. */
async function load() {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return '{"version":-1}'
  })
  const [head, ...rest] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { ...head, products: new Map(rest.map((product) => [product.handle, product])) }
}

/** Whole or not at all. */
async function save() {
  const lines = [{ version }, ...products.values()].map((each) => `${JSON.stringify(each)}\n`)
  await writeFile(`${file}.new`, lines.join(''), { flush: true })
  await rename(`${file}.new`, file)
}
