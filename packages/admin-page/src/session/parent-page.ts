import { installation } from '../installation.ts'

/** How long the page waits for its first token before it shows the sign-in. */
const patienceMs = 10_000

/** Of the page that has sent a token; null before. Only it learns what is on the screen. */
let origin: string | null = null

/** Whether this page is in a frame of the platform's, which then decides who is signed in. */
export function isEmbedded(): boolean {
  return window.parent !== window && installation().parents.length > 0
}

/** Asks for a token. This says nothing, so any parent may hear it. */
export function askParent(): void {
  window.parent.postMessage({ type: 'catalog:token-wanted' }, '*')
}

/** Resolves once there is a token, or it takes too long; tokens that come later are taken, too. */
export async function followParent(take: (token: string) => void): Promise<void> {
  document.documentElement.dataset['embedded'] = ''
  const first = Promise.withResolvers<void>()
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const token = tokenIn(event)
    if (token === null) return
    origin ??= event.origin
    take(token)
    first.resolve()
  })
  askParent()
  await Promise.race([first.promise, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  tellSizeAndTitle()
}

/** Null unless it is one, and sent by a parent that may embed this page. */
function tokenIn({ source, origin: sender, data }: MessageEvent<unknown>): string | null {
  if (source !== window.parent || !installation().parents.includes(sender)) return null
  if (typeof data !== 'object' || data === null || !('type' in data) || !('token' in data)) return null
  return data.type === 'catalog:token' && typeof data.token === 'string' ? data.token : null
}

function tellSizeAndTitle(): void {
  const root = document.documentElement
  new ResizeObserver(() => tell({ type: 'catalog:size', height: root.offsetHeight })).observe(root)
  const title = document.querySelector('title')
  if (title) new MutationObserver(tellTitle).observe(title, { childList: true })
}

function tellTitle(): void {
  tell({ type: 'catalog:title', title: document.title })
}

function tell(message: object): void {
  if (origin !== null) window.parent.postMessage(message, origin)
}
