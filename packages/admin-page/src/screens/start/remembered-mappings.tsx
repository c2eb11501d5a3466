import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isTransient } from '../../api/problem.ts'
import { rememberedMappingsQuery } from '../../api/queries.ts'
import { lazyPart } from '../../components/lazy-part.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useMay } from '../../session/session.ts'

const RememberedList = lazyPart(() => import('./remembered-list.tsx'), 'RememberedList')

/** Remembered mappings, if there are any. */
export function RememberedMappings() {
  const mayRead = useMay('catalog:read')
  const { data, error, refetch, isFetching } = useInfiniteQuery({
    ...rememberedMappingsQuery,
    enabled: mayRead,
  })
  const hasAny = data?.pages.some(({ mappings }) => mappings.length > 0) ?? false
  // After the last one was forgotten, the panel stays and says so.
  const [hadAny, setHadAny] = useState(false)
  if (hasAny && !hadAny) setHadAny(true)
  // The screen shows separately that the service is unavailable.
  if (error && !isTransient(error))
    return <ProblemNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    hadAny && (
      <Suspense>
        <RememberedList />
      </Suspense>
    )
  )
}
