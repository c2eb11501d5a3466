import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
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
  read: () => Promise<Buffer>
  etag: string
}

type Encoding = 'br' | 'gzip' | 'identity'
/** Smallest first. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']
const compressed: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' }

/**
 * All files of a folder by their path in it (`assets/index-3f2a.js`), with the compressed forms beside them
 * (`assets/index-3f2a.js.br`). Listed once: no request can name any other file. The content of each is kept from the first
 * request that asks for it. A folder that does not exist has no files.
 */
export async function readStaticFiles(root: string): Promise<Map<string, StaticFile>> {
  const folder = resolve(root)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent)
  // Without `join`: V8 would optimise it for so many paths, and that takes 5 MiB.
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => parentPath + sep + name)
  const files = new Map<string, StaticFile>()
  // Sorted, a name comes before the same name with an extension.
  for (const path of paths.sort()) {
    const name = path
      .slice(folder.length + 1)
      .split(sep)
      .join('/')
    const form = formOf(await readFile(path), readOnce(path))
    const original = files.get(name.slice(0, -extname(name).length))
    const encoding = compressed[extname(name)]
    if (original && encoding) original.forms.set(encoding, form)
    else files.set(name, fileOf(name, form))
  }
  return files
}

/** A file of this name with this content, uncompressed. */
export function staticFile(name: string, bytes: Buffer): StaticFile {
  return fileOf(
    name,
    formOf(bytes, async () => bytes),
  )
}

function fileOf(name: string, form: Form): StaticFile {
  return {
    extension: extname(name),
    isImmutable: name.startsWith('assets/'),
    forms: new Map([['identity', form]]),
  }
}

/** Answers with the smallest form that the browser accepts, or with 304 where it has that already. */
export async function sendStaticFile(
  ctx: Context,
  { extension, isImmutable, forms }: StaticFile,
): Promise<void> {
  const [encoding, form] = chooseForm(ctx, forms)
  ctx.status = 200
  ctx.type = extension
  ctx.set('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.set('ETag', form.etag)
  if (forms.size > 1) ctx.vary('Accept-Encoding')
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
  if (hasAlready(ctx, form.etag)) ctx.status = 304
  else ctx.body = await form.read()
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

function formOf(bytes: Buffer, read: () => Promise<Buffer>): Form {
  return { read, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Keeps what was read, and asks again after a failure. */
function readOnce(path: string): () => Promise<Buffer> {
  let bytes: Buffer | undefined
  return async () => (bytes ??= await readFile(path))
}

/** No files if the folder does not exist: the page was not built. */
function absent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
