import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Context } from '../context.ts'
import { hasAlready } from '../http/not-modified.ts'

export interface StaticFile {
  /** Such as `.html`, as Koa's `ctx.type` accepts it. */
  extension: string
  /** The name contains a hash of the content, as Vite writes it. */
  isImmutable: boolean
  /** The content uncompressed and as the build has compressed it. */
  forms: Map<Encoding, Form>
}

interface Form {
  bytes: Buffer
  etag: string
}

type Encoding = 'br' | 'gzip' | 'identity'
/** Smallest first. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']
const compressed: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' }

/**
 * All files of a folder by their path in it (`assets/index-3f2a.js`), with the compressed forms beside them
 * (`assets/index-3f2a.js.br`). Read once: no request can name any other file. A folder that does not exist has no files.
 */
export async function readStaticFiles(root: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(absent)
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const files = new Map<string, StaticFile>()
  // Sorted, a name comes before the same name with an extension.
  for (const path of paths.sort()) {
    const name = relative(root, path).split(sep).join('/')
    const bytes = await readFile(path)
    const original = files.get(name.slice(0, -extname(name).length))
    const encoding = compressed[extname(name)]
    if (original && encoding) original.forms.set(encoding, formOf(bytes))
    else files.set(name, staticFile(name, bytes))
  }
  return files
}

/** A file of this name with this content, uncompressed. */
export function staticFile(name: string, bytes: Buffer): StaticFile {
  return {
    extension: extname(name),
    isImmutable: name.startsWith('assets/'),
    forms: new Map([['identity', formOf(bytes)]]),
  }
}

/** Answers with the smallest form that the browser accepts, or with 304 where it has that already. */
export function sendStaticFile(ctx: Context, { extension, isImmutable, forms }: StaticFile): void {
  const [encoding, form] = chooseForm(ctx, forms)
  ctx.status = 200
  ctx.type = extension
  ctx.set('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.set('ETag', form.etag)
  if (forms.size > 1) ctx.vary('Accept-Encoding')
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
  if (hasAlready(ctx, form.etag)) ctx.status = 304
  else ctx.body = form.bytes
}

function chooseForm(ctx: Context, forms: ReadonlyMap<Encoding, Form>): [Encoding, Form] {
  for (const encoding of encodings) {
    const form = forms.get(encoding)
    // Each encoding is checked alone, so that the smallest of those that a browser accepts equally is chosen.
    if (form && (encoding === 'identity' || ctx.acceptsEncodings(encoding) === encoding))
      return [encoding, form]
  }
  throw new Error('a static file without its content')
}

function formOf(bytes: Buffer): Form {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** No files if the folder does not exist: the page was not built. */
function absent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
