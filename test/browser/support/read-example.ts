import { readFileSync } from 'node:fs'
import type { ImageHost } from '../../support/image-host.ts'

/** A file of `files/`, whose pictures come from that host. */
export function readExample(name: string, images?: ImageHost): string {
  const text = readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8')
  return images ? text.replaceAll('http://images.example', images.url('')) : text
}
