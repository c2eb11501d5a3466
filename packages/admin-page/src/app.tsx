import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { I18nProvider } from './i18n/i18n.tsx'
import type { Spoken } from './i18n/i18n.tsx'
import { createPageRouter } from './router.tsx'
import { SignInScreen } from './screens/sign-in/sign-in-screen.tsx'
import { holdFile } from './screens/start/held-file.ts'
import type { Session } from './session/other-tabs.ts'
import { useSession } from './session/session.ts'
import { readSetting } from './settings.ts'

/**
 * Without a session, every address shows the sign-in and stays the same, so that people are where they wanted to be
 * afterwards.
 */
export function App({ spoken }: { spoken: Spoken }) {
  const session = useSession()
  const storefrontId = session.state === 'signed-in' ? session.claims.storefrontId : null
  useForgottenParts(session)
  return (
    <I18nProvider initial={spoken}>
      {session.state === 'signed-in' ? <SignedIn key={storefrontId} /> : <SignInScreen session={session} />}
    </I18nProvider>
  )
}

/** Signing out deletes everything of the storefront in this browser. */
function useForgottenParts(session: Session): void {
  const storefrontId = useRef<string>(null)
  useEffect(() => {
    if (session.state === 'signed-in') storefrontId.current = session.claims.storefrontId
    else if (
      session.state === 'signed-out' &&
      session.why === 'left' &&
      storefrontId.current !== null &&
      readSetting('parts') !== null
    ) {
      void forgetParts(storefrontId.current)
    }
  }, [session])
}

async function forgetParts(storefrontId: string): Promise<void> {
  try {
    const { forgetSplit } = await import('./screens/parts/index.ts')
    await forgetSplit(storefrontId)
  } catch {
    // Without a database connection, delete the parts of all storefronts rather than keep any.
    indexedDB.deleteDatabase('catalog.parts')
  }
}

/** Data that was read for one storefront is never shown to another. */
function SignedIn() {
  const [queryClient] = useState(createQueryClient)
  // Created here and not earlier: it reads the address, from which the token has been removed by now.
  const [router] = useState(() => createPageRouter(queryClient))
  useEffect(
    () => () => {
      queryClient.clear()
      holdFile(null)
    },
    [queryClient],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
