import type { RunFilters } from '../../api/queries.ts'
import { readSearchText } from '../../components/search-text.ts'

export const statuses = ['completed', 'fetching_images'] as const

/** The filters of the history; `since` and `until` are days, both inclusive: `?q=spring&since=2026-11-01`. */
export function readHistorySearch(parameters: Record<string, unknown>): RunFilters {
  const text = (name: string) => readSearchText({ q: parameters[name] })
  const status = statuses.find((one) => one === parameters['status'])
  const [q, person, since, until] = [text('q'), text('person'), text('since'), text('until')]
  return {
    ...(q !== '' && { q }),
    ...(status && { status }),
    ...(person !== '' && { person }),
    ...(isDay(since) && { since }),
    ...(isDay(until) && { until }),
  }
}

/** As the API takes them: days become the times at which they begin here. */
export function filtersOf({ since, until, ...others }: RunFilters): RunFilters {
  return {
    ...others,
    ...(since !== undefined && { since: beginOf(since, 0) }),
    ...(until !== undefined && { until: beginOf(until, 1) }),
  }
}

function beginOf(day: string, later: number): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00`))
}
