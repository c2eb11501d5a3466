import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { standardClaims } from '@catalog/catalog/scopes'
import { OtherTabs } from './other-tabs.ts'
import type { Session } from './other-tabs.ts'
import { readToken } from './token.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  tabs.clear()
})

test('a new tab gets the session of the storefront that was used last, or of another that is open', async () => {
  for (const storefront of ['north', 'south', 'east']) openTab({ token: tokenOf(storefront) })
  openTab({})
  expect(await askedBy(openTab({}), 'south')).toBe(tokenOf('south'))
  expect(await askedBy(openTab({}), null)).toBe(tokenOf('north'))
  expect(await askedBy(openTab({}), 'closed')).toBe(tokenOf('north'))
})

test('if no tab is signed in, a new one waits 400 ms and no longer', async () => {
  const tab = openTab({})
  let answer: string | null | undefined
  void tab.others.ask(null).then((token) => (answer = token))
  await jest.advanceTimersByTimeAsync(399)
  expect(answer).toBeUndefined()
  await jest.advanceTimersByTimeAsync(1)
  expect(answer).toBeNull()
})

test('a tab that shows the sign-in accepts a session of its own storefront, and no other', () => {
  const [fresh, north, refused] = [openTab({}), openTab({ storefrontId: 'north' }), openTab({})]
  refused.session = { state: 'signed-out', why: 'refused' }
  openTab({}).others.tellSignedIn(tokenOf('south'))
  expect([fresh, north, refused].map(tokenOfTab)).toEqual([tokenOf('south'), null, null])
  openTab({}).others.tellSignedIn(tokenOf('north'))
  expect([fresh, north, refused].map(tokenOfTab)).toEqual([tokenOf('south'), tokenOf('north'), null])
})

test("signing out ends the storefront's sessions in all tabs; expiry ends only sessions with that token", () => {
  const tokens = [tokenOf('north', 1), tokenOf('north', 2), tokenOf('south')]
  const several = tokens.map((token) => openTab({ token }))
  openTab({}).others.tellSignedOut(tokenOf('north', 1), 'ended')
  expect(several.map(tokenOfTab)).toEqual([null, ...tokens.slice(1)])
  expect(several[0]?.session).toEqual({ state: 'signed-out', why: 'ended' })
  openTab({}).others.tellSignedOut(tokenOf('north', 1), 'left')
  expect(several.map(tokenOfTab)).toEqual([null, null, tokenOf('south')])
})

test('a tab goes on with a token of its storefront that lasts longer, and with no other', () => {
  const [north, south] = ['north', 'south'].map((storefrontId) =>
    openTab({ token: tokenOf(storefrontId, 5), storefrontId }),
  )
  openTab({}).others.tellSignedIn(tokenOf('north', 4))
  expect(north && tokenOfTab(north)).toBe(tokenOf('north', 5))
  openTab({}).others.tellSignedIn(tokenOf('north', 6))
  expect([north, south].map((tab) => tab && tokenOfTab(tab))).toEqual([
    tokenOf('north', 6),
    tokenOf('south', 5),
  ])
})

interface Tab {
  session: Session
  others: OtherTabs
}

const tabs = new Set<Tab>()

function openTab(options: { token?: string; storefrontId?: string }): Tab {
  const tab: Tab = {
    session: { state: 'signed-out', why: 'start' },
    others: new OtherTabs({
      session: () => tab.session,
      storefrontId: () => options.storefrontId ?? null,
      storefrontOf: (token) => readToken(token, standardClaims)?.storefrontId,
      expiryOf: (token) => readToken(token, standardClaims)?.expiresAt,
      signIn,
      signOut: (why) => (tab.session = { state: 'signed-out', why }),
      send: (message) => {
        for (const other of tabs) if (other !== tab) other.others.receive(message)
      },
    }),
  }
  function signIn(token: string): void {
    const claims = readToken(token, standardClaims)
    if (claims === null) throw new Error(`no token: ${token}`)
    tab.session = { state: 'signed-in', token, claims }
  }
  if (options.token !== undefined) signIn(options.token)
  tabs.add(tab)
  return tab
}

async function askedBy({ others }: Tab, storefrontId: string | null): Promise<string | null> {
  const answer = others.ask(storefrontId)
  await jest.advanceTimersByTimeAsync(400)
  return answer
}

const tokenOfTab = ({ session }: Tab) => (session.state === 'signed-in' ? session.token : null)

function tokenOf(storefrontId: string, exp = 4_000_000_000): string {
  return `e30.${btoa(JSON.stringify({ storefront_id: storefrontId, exp })).replaceAll('=', '')}.c2ln`
}
