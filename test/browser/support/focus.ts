import type { Page } from 'playwright-core'
import { waitFor } from '../../support/wait-for.ts'
import { patienceMs } from './browsing.ts'

export interface Focused {
  tag: string
  id: string
  name: string
  /** The middle of it is within the window, with nothing of another part above it. */
  isSeen: boolean
  hasOutline: boolean
}

/** Waits until what has the focus is as asked. */
export async function focusIs(page: Page, what: string, isSo: (at: Focused) => boolean): Promise<void> {
  let last: Focused | undefined
  try {
    await waitFor(`focus ${what}`, async () => isSo((last = await focused(page))), { timeoutMs: patienceMs })
  } catch (error) {
    throw new Error(`the focus is not ${what}, but on ${JSON.stringify(last)}`, { cause: error })
  }
}

/** Whether the focused element is visible and has an outline. */
export const isInSight = ({ isSeen, hasOutline }: Focused) => isSeen && hasOutline

/** Presses the key until the element with this name has the focus, at most 60 times. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press(key)
    const at = await focused(page)
    passed.push(at.name)
    if (typeof name === 'string' ? at.name === name : name.test(at.name))
      return focusIs(page, `in sight on ${at.name}`, (later) => later.name === at.name && isInSight(later))
  }
  throw new Error(`${key} does not lead to ${String(name)}; passed ${passed.join(' | ')}`)
}

/** The focused element, after the page has stopped moving. */
export async function focused(page: Page): Promise<Focused> {
  return page.evaluate(async () => {
    // Scrolling follows the focus with the next frames.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const element = document.activeElement ?? document.body
    const label = element.getAttribute('aria-label')
    const labelled =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? [...(element.labels ?? [])].map((one) => one.textContent).join(' ')
        : ''
    const box = element.getBoundingClientRect()
    const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1)
    const y = Math.max(box.top, 0) / 2 + Math.min(box.bottom, innerHeight) / 2
    const on = document.elementFromPoint(x, y)
    const outlined = [
      element,
      ...element.querySelectorAll('*'),
      element.parentElement ?? element,
      element.previousElementSibling ?? element,
    ]
    return {
      tag: element.tagName,
      id: element.id,
      name: (label ?? (labelled || element.textContent)).trim().slice(0, 80),
      isSeen:
        element !== document.body &&
        (on === element ||
          element.contains(on) ||
          (on !== null && on.contains(element) && on !== document.documentElement) ||
          element.parentElement === on?.parentElement),
      hasOutline:
        element.tagName === 'H1' ||
        outlined.some((one) =>
          [null, '::after'].some((pseudo) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(one, pseudo)
            return outlineStyle !== 'none' && outlineWidth !== '0px'
          }),
        ),
    }
  })
}
