import { Link } from '@tanstack/react-router'
import { useRun, useRunTitle } from './run-title.ts'

/** To another run, by its title. */
export function RunLink({ runId }: { runId: string }) {
  const title = useRunTitle(useRun(runId))
  return (
    <Link to="/runs/$runId" params={{ runId }}>
      {title}
    </Link>
  )
}
