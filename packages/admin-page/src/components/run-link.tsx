import { Link } from '@tanstack/react-router'
import { useRun, useRunTitle } from './run-title.ts'

/** A link to another run, with that run's title. */
export function RunLink({ runId }: { runId: string }) {
  const title = useRunTitle(useRun(runId))
  return (
    <Link to="/runs/$runId" params={{ runId }}>
      {title}
    </Link>
  )
}
