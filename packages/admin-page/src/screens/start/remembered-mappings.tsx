import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isTransient } from '../../api/problem.ts'
import { rememberedMappingsQuery } from '../../api/queries.ts'
import { lazyPart } from '../../components/lazy-part.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useMay } from '../../session/session.ts'

const RememberedList = lazyPart(() => import('./remembered-list.tsx'), 'RememberedList')

/** What was said of files with columns that are not known, where anything was. */
export function RememberedMappings() {
  const mayRead = useMay('catalog:read')
  const { data, error, refetch, isFetching } = useInfiniteQuery({
    ...rememberedMappingsQuery,
    enabled: mayRead,
  })
  const hasAny = data?.pages.some(({ mappings }) => mappings.length > 0) ?? false
  // Once the last one is forgotten, that is said there.
  const [hadAny, setHadAny] = useState(false)
  if (hasAny && !hadAny) setHadAny(true)
  // The screen says by itself that the service is unavailable.
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
