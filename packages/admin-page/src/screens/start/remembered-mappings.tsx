import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isTransient } from '../../api/problem.ts'
import { rememberedMappingsQuery } from '../../api/queries.ts'
import { lazyPart } from '../../components/lazy-part.ts'
import { QueryProblem } from '../../components/query-problem.tsx'
import { useMay } from '../../session/session.ts'

const RememberedList = lazyPart(() => import('./remembered-list.tsx'), 'RememberedList')

/** Remembered mappings, if there are any. */
export function RememberedMappings() {
  const mayRead = useMay('drafts')
  const query = useInfiniteQuery({ ...rememberedMappingsQuery, enabled: mayRead })
  const hasAny = query.data?.pages.some(({ mappings }) => mappings.length > 0) ?? false
  // After the last one was forgotten, the panel stays and says so.
  const [hadAny, setHadAny] = useState(false)
  if (hasAny && !hadAny) setHadAny(true)
  // The screen shows separately that the service is unavailable.
  if (query.error && !isTransient(query.error)) return <QueryProblem query={query} />
  return (
    hadAny && (
      <Suspense>
        <RememberedList />
      </Suspense>
    )
  )
}
