import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Config } from '../config.ts'
import type { Context, Middleware } from '../context.ts'
import { hasAlready } from '../not-modified.ts'

const prefix = '/admin/'
const home = `${prefix}index.html`

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface StaticFile {
  bytes: Buffer
  etag: string
  /** The name holds a hash of the content, as Vite writes it. */
  immutable: boolean
}

/**
 * Serves the built admin page, any other address beneath it being a page of its own, and `/admin/config.json` with what
 * the page needs to know of this installation: `{login_url: string | null}`. Without a folder, it serves nothing.
 * The files are read once, at the start: no request can name one that is not among them.
 */
export async function serveAdminPage(
  config: Pick<Config, 'CATALOG_ADMIN_ROOT' | 'CATALOG_AUTH_LOGIN_URL'>,
): Promise<Middleware> {
  const files = await readFiles(config.CATALOG_ADMIN_ROOT)
  const settings = JSON.stringify({ login_url: config.CATALOG_AUTH_LOGIN_URL ?? null })
  if (files.size > 0) files.set(`${prefix}config.json`, staticFile(Buffer.from(settings), false))

  return async (ctx, next) => {
    const asked = ctx.path === '/admin' || ctx.path.startsWith(prefix)
    if (!asked || files.size === 0 || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) await next()
    else if (ctx.path === '/admin') ctx.redirect(prefix)
    else sendFile(ctx, files)
  }
}

function sendFile(ctx: Context, files: ReadonlyMap<string, StaticFile>): void {
  const name = files.has(ctx.path) || extname(ctx.path) !== '' ? ctx.path : home
  const file = files.get(name)
  if (!file) return
  ctx.status = 200
  ctx.type = extname(name)
  ctx.set({
    'Content-Security-Policy': contentSecurityPolicy,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
  })
  if (hasAlready(ctx, file.etag)) ctx.status = 304
  else ctx.body = file.bytes
}

async function readFiles(root: string | undefined): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  if (root === undefined) return files
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(absent)
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(root, path).split(sep).join('/')
    files.set(prefix + name, staticFile(await readFile(path), name.startsWith('assets/')))
  }
  return files
}

/** A folder that is not there is a page that was not built. */
function absent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

function staticFile(bytes: Buffer, immutable: boolean): StaticFile {
  return {
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    immutable,
  }
}
