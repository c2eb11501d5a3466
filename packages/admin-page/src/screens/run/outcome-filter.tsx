import type { Run } from '@catalog/contracts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './outcome-filter.module.css'
import { outcomeIcons } from './outcome-icons.ts'
import { outcomes } from './run-search.ts'

const route = getRouteApi('/runs/$runId')

/** Chooses which images to show; each choice has an address. */
export function OutcomeFilter({ run }: { run: Run }) {
  const { t, format } = useI18n()
  const { outcome: _, ...others } = route.useSearch()
  const choices = [undefined, ...outcomes]
  return (
    <nav aria-label={t('run.outcomes')}>
      <ul className="wrap gap-2">
        {choices.map((outcome) => (
          <li key={outcome ?? 'all'}>
            <Link
              className={classNames('gap-2 ink medium', styles.choice, outcome && styles[outcome])}
              to="/runs/$runId"
              params={{ runId: run.run_id }}
              search={{ ...others, ...(outcome && { outcome }) }}
              replace
              resetScroll={false}
              activeOptions={{ exact: true }}
            >
              {outcome !== undefined && <Icon name={outcomeIcons[outcome]} />}
              <span>{t(`run.${outcome ?? 'all'}`)}</span>
              <span className={classNames('quiet figures', styles.count)}>
                {format.number(outcome === undefined ? run.image_progress.total : run.image_counts[outcome])}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
