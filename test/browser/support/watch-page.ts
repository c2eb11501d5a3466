import type { Page } from 'playwright-core'

export interface Watch {
  /** The one address that requests may go to. */
  home: string
  /** Of the visit that runs. */
  expected: readonly (number | 'unreachable')[]
  /** Is added to. */
  faults: string[]
}

/** Records forbidden behaviour of a page. */
export async function watchPage(page: Page, watch: Watch): Promise<void> {
  const { home, faults } = watch
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${home}/`) && !url.startsWith(`blob:${new URL(home).origin}/`))
      faults.push(`asked for ${url}`)
  })
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const text = message.text()
    const [, status] = /responded with a status of (\d+)/.exec(text) ?? []
    const isExpected =
      status === undefined
        ? watch.expected.includes('unreachable') && text.includes('net::ERR_')
        : watch.expected.includes(Number(status))
    if (!isExpected) faults.push(`wrote ${text}`)
  })
  await page.addInitScript({ content: tellOfViolations })
}

/** Text, because programs without the browser's types watch pages too. */
const tellOfViolations = `
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error('broke the content policy: ' + violatedDirective + ' by ' + blockedURI)
  })
`
