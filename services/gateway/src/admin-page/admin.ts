import { extname } from 'node:path'
import { claimNamesOf } from '../access/authentication.ts'
import type { Config } from '../config.ts'
import type { Context, Middleware } from '../context.ts'
import { readStaticFiles, sendStaticFile, staticFile } from './static-files.ts'
import type { StaticFile } from './static-files.ts'

const prefix = '/admin/'

/** Nothing from other origins, nothing inline, no `eval`; pictures are fetched with the token and shown as blobs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
]

/**
 * Serves the built admin page at every address under `/admin/` that is not a file (the page routes them itself), and
 * `/admin/config.json` with this installation's settings (`installation.ts` of the page). Serves nothing without a
 * folder.
 */
export async function serveAdminPage(config: Config): Promise<Middleware> {
  const root = config.CATALOG_ADMIN_ROOT
  const files = root ? await readStaticFiles(root) : new Map<string, StaticFile>()
  const page = files.get('index.html')
  if (page) files.set('index.html', await addressed(page, config.CATALOG_BASE_PATH + prefix))
  const settings = JSON.stringify({
    login_url: config.CATALOG_AUTH_LOGIN_URL ?? null,
    claims: claimNamesOf(config),
    parents: config.CATALOG_ADMIN_FRAME_ANCESTORS,
    title: config.CATALOG_ADMIN_TITLE ?? null,
    home_url: config.CATALOG_ADMIN_HOME_URL ?? null,
    accent: config.CATALOG_ADMIN_ACCENT ?? null,
  })
  files.set('config.json', staticFile('config.json', Buffer.from(settings)))

  return async (ctx, next) => {
    const isUnderPrefix = ctx.path === '/admin' || ctx.path.startsWith(prefix)
    if (!isUnderPrefix || !page) await next()
    else if (ctx.method !== 'GET' && ctx.method !== 'HEAD') refuseMethod(ctx)
    else if (ctx.path === '/admin') ctx.redirect(config.CATALOG_BASE_PATH + prefix)
    else await sendPage(ctx, files, config.CATALOG_ADMIN_FRAME_ANCESTORS)
  }
}

/** The page, which is built for any path, with its files' addresses below this one. */
async function addressed({ forms }: StaticFile, path: string): Promise<StaticFile> {
  const html = await forms.get('identity')?.read()
  return staticFile('index.html', Buffer.from(String(html).replaceAll('="./', `="${path}`)))
}

/** `answerProblems` adds the body. */
function refuseMethod(ctx: Context): void {
  ctx.status = 405
  ctx.set('Allow', 'HEAD, GET')
}

async function sendPage(
  ctx: Context,
  files: ReadonlyMap<string, StaticFile>,
  parents: readonly string[],
): Promise<void> {
  const name = ctx.path.slice(prefix.length)
  const file = files.get(files.has(name) || extname(name) !== '' ? name : 'index.html')
  if (!file) return
  ctx.set({
    'Content-Security-Policy': [
      ...contentSecurityPolicy,
      `frame-ancestors ${parents.join(' ') || "'none'"}`,
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  })
  // It knows one origin at most; browsers that know the policy follow that one.
  if (parents.length > 0) ctx.remove('X-Frame-Options')
  await sendStaticFile(ctx, file)
}
