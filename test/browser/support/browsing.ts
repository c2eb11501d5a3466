import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { buildAdminPage } from '../../../deploy/local/admin-page.ts'
import { startImageHost } from '../../support/image-host.ts'
import type { ImageHost } from '../../support/image-host.ts'
import { startSystem } from '../../support/system.ts'
import type { System } from '../../support/system.ts'
import { findChromium } from './find-chromium.ts'
import { watchPage } from './watch-page.ts'
import type { Watch } from './watch-page.ts'

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
  /** By default nothing moves: each frame takes time of the processor, and colours between two states are those of neither. */
  reducedMotion?: 'reduce' | 'no-preference'
  forcedColors?: 'active' | 'none'
  /** Statuses and failures that a test expects; they are not faults. */
  expected?: readonly (number | 'unreachable')[]
  /** In a browser profile of its own: for what must not find the page in the cache, or does what cannot be undone. */
  isFresh?: boolean
}

/** A running system with the admin page, and a browser that looks at it. */
export interface Browsing {
  system: System
  images: ImageHost
  /**
   * Signed in by link, with nothing kept of earlier visits but the HTTP cache. The tab of an earlier one is used
   * again: to start its process and to compile the page costs several times what a visit does.
   */
  visit: (options?: VisitOptions) => Promise<Page>
  /** Runs at the next `leave`. */
  defer: (undo: () => void) => void
  /**
   * Ends all visits.
   * @returns what none of them may do: asking another host, breaking the content policy, errors in the console
   */
  leave: () => Promise<string[]>
}

/** Far longer than anything takes on a busy machine. A wait that exceeds it fails and names its condition. */
export const patienceMs = 90_000

interface Tab {
  page: Page
  language: string
  isFresh: boolean
  watch: Watch
}

export interface BrowsingOptions {
  /** Whether the browser optimizes code. */
  optimizesCode?: boolean
  /** Further environment of the gateway. */
  gateway?: Record<string, string>
}

export async function startBrowsing({ optimizesCode = false, gateway = {} }: BrowsingOptions = {}): Promise<
  Browsing & AsyncDisposable
> {
  await using undo = new AsyncDisposableStack()
  const images = undo.use(await startImageHost())
  const root = await buildAdminPage()
  const [system, browser] = await Promise.all([
    startSystem({
      env: {
        'import-service': { CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' },
        all: { CATALOG_IMAGE_ALLOWED_HOSTS: images.host },
        gateway: { CATALOG_ADMIN_ROOT: root, ...gateway },
      },
    }).then((started) => undo.use(started)),
    launch(optimizesCode).then((launched) => {
      undo.defer(() => launched.close())
      return launched
    }),
  ])
  const idle: Tab[] = []
  const visited: Tab[] = []
  const deferred: (() => void)[] = []
  const faults: string[] = []
  const stack = undo.move()

  const openTab = async (language: string, isFresh: boolean): Promise<Tab> => {
    const context = await browser.newContext({ locale: language })
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    const watch: Watch = { home: system.baseUrl, expected: [], faults }
    await watchPage(page, watch)
    return { page, language, isFresh, watch }
  }

  const visit: Browsing['visit'] = async (options = {}) => {
    const { language = 'en-GB', isFresh = false } = options
    const index = isFresh ? -1 : idle.findIndex((tab) => tab.language === language)
    const tab = idle.splice(index, index === -1 ? 0 : 1)[0] ?? (await openTab(language, isFresh))
    visited.push(tab)
    tab.watch.expected = options.expected ?? []
    await tab.page.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 900 })
    await tab.page.emulateMedia({
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'reduce',
      forcedColors: options.forcedColors ?? 'none',
    })
    const { storefront, scopes, lifetimeS, path = '', isSignedIn = true } = options
    const token = system.token(storefront, scopes, lifetimeS === undefined ? {} : { lifetimeS })
    await tab.page.goto(`${system.baseUrl}/admin/${path}${isSignedIn ? `#token=${token}` : ''}`)
    return tab.page
  }

  const end = async (tab: Tab) => {
    const { page, isFresh } = tab
    if (isFresh) return page.context().close()
    await page.unrouteAll()
    // Of the same origin, so that the process stays; nothing of the page runs there that could write again.
    await page.goto(`${system.baseUrl}/healthz`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.mouse.move(0, 0)
    idle.push(tab)
  }

  return {
    system,
    images,
    visit,
    defer: (work) => void deferred.push(work),
    leave: async () => {
      for (const work of deferred.splice(0)) work()
      await Promise.all(visited.splice(0).map(end))
      return faults.splice(0)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function launch(optimizesCode: boolean) {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('no Chromium here: install one, or name it by CATALOG_CHROMIUM')
  const args = [
    // Names do not resolve: the browser can reach only this machine.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    // No page of a test lives long enough to earn back what optimizing its code costs: a tenth of the renderers' time.
    ...(optimizesCode ? [] : ['--js-flags=--no-turbofan,--no-maglev']),
  ]
  return chromium.launch({ executablePath, timeout: patienceMs, args })
}
