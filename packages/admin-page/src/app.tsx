import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { I18nProvider } from './i18n/i18n.tsx'
import type { Spoken } from './i18n/i18n.tsx'
import { createPageRouter } from './router.tsx'
import { SignInScreen } from './screens/sign-in/sign-in-screen.tsx'
import { useSession } from './session/session.ts'

/**
 * Without a session, every address shows the sign-in, and stays: after it, people are where they wanted to be.
 */
export function App({ spoken }: { spoken: Spoken }) {
  const session = useSession()
  const storefrontId = session.state === 'signed-in' ? session.claims.storefrontId : null
  return (
    <I18nProvider initial={spoken}>
      {session.state === 'signed-out' ? <SignInScreen why={session.why} /> : <SignedIn key={storefrontId} />}
    </I18nProvider>
  )
}

/** What was read for one storefront is never shown to another. */
function SignedIn() {
  const [queryClient] = useState(createQueryClient)
  // Made here and not earlier: it reads the address, which the token has left by now.
  const [router] = useState(createPageRouter)
  useEffect(() => () => queryClient.clear(), [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
