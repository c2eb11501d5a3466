import type { Page } from 'playwright-core'
import { startBrowsing } from '../browser/support/browsing.ts'
import { fullFile } from '../browser/support/example-files.ts'
import { findChromium } from '../browser/support/find-chromium.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import { median } from './alternate.ts'

interface Figures {
  /**
   * From opening its address, with the page's files cached, until its first products can be opened; and until all rows
   * are loaded.
   */
  usableMs: number
  completeMs: number
  /** The longest task that blocked the page while it was scrolled from end to end. */
  longestTaskMs: number
  frames: number
  lateFrames: number
}

const usableWithinMs = 1_000

/** The review screen of a draft with 5,000 rows: time until it is usable, and jank while scrolling. */
export async function benchReviewScreen({ rounds }: { rounds: number }): Promise<Finding[]> {
  if (findChromium() === undefined)
    throw new Error('this needs Chromium or Chrome: install one, or set CATALOG_CHROMIUM to its program')
  await using browsing = await startBrowsing({ optimizesCode: true })
  tell('review screen: a draft of 5,000 rows')
  const { draft_id: draftId } = await browsing.system.upload(fullFile(), { storefront: 'review' })
  const all: Figures[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await browsing.visit({ storefront: 'review', isFresh: true })
    await page.getByRole('heading', { level: 1 }).waitFor()
    all.push(await measure(page, `/admin/imports/${draftId}`))
    await browsing.leave()
  }
  const medianOf = (figure: keyof Figures) => median(all.map((figures) => figures[figure]))
  return [
    {
      what: 'review screen of 5,000 rows, opened by its address: until products can be opened',
      floor: '1 s',
      ratio: medianOf('usableMs') / usableWithinMs,
      goal: { most: 1 },
      here: `${milliseconds(medianOf('usableMs'))}; all rows there after ${milliseconds(medianOf('completeMs'))}`,
    },
    {
      what: 'review screen of 5,000 rows, scrolled from end to end: frames later than 50 ms',
      floor: 'all frames',
      ratio: medianOf('lateFrames') / medianOf('frames'),
      goal: { most: 0.05 },
      here: `${medianOf('lateFrames')} of ${medianOf('frames')} frames, longest task ${milliseconds(medianOf('longestTaskMs'))}`,
    },
  ]
}

async function measure(page: Page, address: string): Promise<Figures> {
  await page.addInitScript({ content: watchForUse })
  await page.goto(new URL(address, page.url()).href)
  return page.evaluate<Figures>(scrollThrough)
}

// This code runs in the browser, whose types this program does not have: it is text.

const watchForUse = `
  const look = () => {
    const now = performance.now()
    if (document.querySelector('[role=table] [role=cell] button')) window.usable ??= now
    const isComplete = window.usable !== undefined && document.querySelector('main [role=progressbar]') === null
    if (isComplete) window.complete ??= now
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

const scrollThrough = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  while (window.complete === undefined) await frame()
  const tasks = [0]
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  const late = []
  let frames = 0
  let last = await frame()
  for (const way of [1, -1]) {
    const end = () => way === 1 ? scrollY + innerHeight >= document.documentElement.scrollHeight - 1 : scrollY === 0
    while (!end()) {
      scrollBy(0, way * 400)
      const now = await frame()
      if (now - last > 50) late.push(now - last)
      last = now
      frames++
    }
  }
  await frame()
  return {
    usableMs: window.usable,
    completeMs: window.complete,
    longestTaskMs: Math.max(...tasks),
    frames,
    lateFrames: late.length,
  }
})()`
