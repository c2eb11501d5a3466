import type { Choice, MappingRequest } from '@catalog/contracts'
import { useQuery } from '@tanstack/react-query'
import { effectQuery } from '../../api/preview.ts'
import type { Effect } from '../../api/preview.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Panel } from '../../components/panel.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { plainProductColumns } from '../../rows/product-columns.tsx'
import tableStyles from '../../rows/products-table.module.css'
import { tallyOf } from '../../rows/tally.ts'
import styles from './effect.module.css'

/** Larger files are uploaded for it only on request. */
const askedFromBytes = 1024 * 1024

interface EffectPanelProps {
  file: File
  mapping: MappingRequest
  choice: Choice
}

/** What the mapping would do to the catalog: in products, by what changes, and of the first products of the file. */
export function EffectPanel({ file, mapping, choice }: EffectPanelProps) {
  const { t } = useI18n()
  const isAsked = file.size >= askedFromBytes
  const query = useQuery({ ...effectQuery(file, mapping, choice), enabled: !isAsked })
  const { data, isFetching, isError, refetch } = query
  return (
    <Panel title={t('mapping.effect')} isFlush>
      <div className={classNames('stack gap-2', styles.effect)} role="status">
        {isFetching && <Skeleton lines={4} />}
        {!isFetching && <QueryProblem query={query} />}
        {isAsked && !data && !isFetching && !isError && (
          <Button onPress={() => void refetch()}>{t('mapping.showEffect')}</Button>
        )}
        {data && !isFetching && <Counts of={data} />}
      </div>
      {data && !isFetching && data.products.length > 0 && <FirstProducts of={data} />}
    </Panel>
  )
}

/** "0 new products, 12 changed products, 3 rows skipped", and how many of them change their prices, titles … */
function Counts({ of: { preview } }: { of: Effect }) {
  const { t, format } = useI18n()
  const tally = tallyOf(preview)
  if (tally === null) return null
  const { new: added, changed, left_out: leftOut } = tally.products
  const texts = [
    t('review.productsAdded', { count: added }),
    t('review.productsChanged', { count: changed }),
    ...(preview.errors > 0 ? [t('review.rowsSkipped', { count: preview.errors })] : []),
    ...(leftOut > 0 ? [t('review.leftOut', { count: leftOut })] : []),
  ]
  return (
    <>
      <p>{texts.join(', ')}</p>
      {tally.changes.length > 0 && (
        <ul className="wrap gap-2" aria-label={t('mapping.effectChanges')}>
          {tally.changes.map(({ group, products }) => (
            <li key={group}>
              <Badge tone="plain" text={`${t(`changes.${group}`)} ${format.number(products)}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function FirstProducts({ of: { products } }: { of: Effect }) {
  const { t } = useI18n()
  return (
    <DataTable
      label={t('mapping.firstProducts')}
      className={tableStyles.products}
      columns={plainProductColumns}
      rows={products}
      keyOf={({ handle }) => handle}
      sorting={[]}
      total={products.length}
      shown={products.map((_, index) => ({ index, gap: 0 }))}
      rest={0}
    />
  )
}
