import { chromium } from 'playwright-core'
import type { BrowserContext, Page } from 'playwright-core'
import { buildAdminPage } from '../../../deploy/local/admin-page.ts'
import { startImageHost } from '../../support/image-host.ts'
import type { ImageHost } from '../../support/image-host.ts'
import { startSystem } from '../../support/system.ts'
import type { System } from '../../support/system.ts'
import { findChromium } from './find-chromium.ts'
import { watchPage } from './watch-page.ts'

export interface VisitOptions {
  /** Beneath /admin/. */
  path?: string
  storefront?: string
  scopes?: readonly string[]
  /** Seconds from now. */
  lifetimeS?: number
  isSignedIn?: boolean
  language?: string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  forcedColors?: 'active' | 'none'
  /** What some test expects to be answered or not to be: these are no complaints. */
  expected?: readonly (number | 'unreachable')[]
}

/** A running system with the admin page, and a browser that looks at it. */
export interface Browsing {
  system: System
  images: ImageHost
  /** A fresh browser profile, signed in by link. */
  visit: (options?: VisitOptions) => Promise<Page>
  /**
   * Closes all visits.
   * @returns what none of them may do: asking another host, breaking the content policy, errors in the console
   */
  leave: () => Promise<string[]>
}

/** More time than anything takes on a busy machine; what waits for a condition ends with it. */
export const patienceMs = 45_000

export async function startBrowsing(): Promise<Browsing & AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  const images = undo.use(await startImageHost())
  const root = await buildAdminPage()
  const [system, browser] = await Promise.all([
    startSystem({
      env: {
        'import-service': { CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' },
        'image-service': { CATALOG_IMAGE_ALLOWED_HOSTS: images.host },
        gateway: { CATALOG_ADMIN_ROOT: root },
      },
    }).then((started) => undo.use(started)),
    launch().then((launched) => {
      undo.defer(() => launched.close())
      return launched
    }),
  ])
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  const stack = undo.move()

  const visit: Browsing['visit'] = async (options = {}) => {
    const context = await browser.newContext({
      locale: options.language ?? 'en-GB',
      viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'no-preference',
      forcedColors: options.forcedColors ?? 'none',
    })
    contexts.push(context)
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    await watchPage(page, { home: system.baseUrl, expected: options.expected ?? [], complaints })
    const { storefront, scopes, lifetimeS, path = '', isSignedIn = true } = options
    const token = system.token(storefront, scopes, lifetimeS === undefined ? {} : { lifetimeS })
    await page.goto(`${system.baseUrl}/admin/${path}${isSignedIn ? `#token=${token}` : ''}`)
    return page
  }

  return {
    system,
    images,
    visit,
    leave: async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()))
      return complaints.splice(0)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function launch() {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('no Chromium here: install one, or name it by CATALOG_CHROMIUM')
  // Names lead nowhere: the browser can reach this machine alone.
  return chromium.launch({
    executablePath,
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
}
