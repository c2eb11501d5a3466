import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { classNames } from '../components/class-names.ts'
import { Icon } from '../components/icon.tsx'
import type { IconName } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { countText } from './count-text.ts'
import type { Count } from './find-products.ts'
import { facets } from './row-search.ts'
import type { Facet } from './row-search.ts'
import styles from './facet-filter.module.css'

const icons: Partial<Record<Facet, IconName>> = {
  warnings: 'warning',
  clears: 'blocked',
  new: 'plus',
  errors: 'cross',
}

interface FacetFilterProps {
  /** The facets of the file. */
  of: ReadonlySet<Facet>
  /** For each facet, how many products choosing it as well would show. */
  counts: ReadonlyMap<Facet, Count>
  has: readonly Facet[]
  onHas: (has: readonly Facet[]) => void
}

const nothing: Count = { products: 0, rows: 0, strayRows: 0 }

/** Filters by kinds of changes, with the number of products for each; several choices narrow it down. */
export function FacetFilter({ of, counts, has, onHas }: FacetFilterProps) {
  const { t, format } = useI18n()
  return (
    <ToggleButtonGroup
      className={styles.group ?? ''}
      aria-label={t('rows.facets')}
      selectionMode="multiple"
      selectedKeys={has}
      onSelectionChange={(keys) => onHas(facets.filter((facet) => keys.has(facet)))}
    >
      {facets
        .filter((facet) => of.has(facet) || has.includes(facet))
        .map((facet) => {
          const count = counts.get(facet) ?? nothing
          const name = t(`facets.${facet}`)
          const icon = icons[facet]
          // The number at the beginning of its text.
          const figure = count.products > 0 ? count.products : count.strayRows
          return (
            <ToggleButton
              key={facet}
              id={facet}
              className={classNames(
                styles.chip,
                icon !== undefined && styles[facet],
                figure === 0 && styles.none,
              )}
              aria-label={`${name} ${countText(t, count)}`}
            >
              {icon !== undefined && <Icon name={icon} />}
              {name} <span className={styles.count}>{format.number(figure)}</span>
            </ToggleButton>
          )
        })}
    </ToggleButtonGroup>
  )
}
