import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { classNames } from '../components/class-names.ts'
import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import styles from './tiles.module.css'

export interface Tile {
  id: string
  name: string
  tone: 'plain' | 'good' | 'info' | 'warn' | 'bad'
  products: number
  /** 0: not shown. */
  rows: number
}

interface TilesProps {
  label: string
  tiles: readonly Tile[]
  chosen: string | undefined
  /** One is always chosen. */
  isRequired: boolean
  onChoose: (id: string | undefined) => void
}

/** Numbers of products; pressing one filters by what it counts. */
export function Tiles({ label, tiles, chosen, isRequired, onChoose }: TilesProps) {
  const { t, format } = useI18n()
  return (
    <ToggleButtonGroup
      className={styles.group ?? ''}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection={isRequired}
      selectedKeys={chosen === undefined ? [] : [chosen]}
      onSelectionChange={([id]) => onChoose(id?.toString())}
    >
      {tiles.map(({ id, name, tone, products, rows }) => (
        <ToggleButton
          key={id}
          id={id}
          className={classNames('stack gap-words', styles.tile, styles[tone], products === 0 && styles.none)}
        >
          <span className={styles.count}>{format.number(products)}</span>{' '}
          <span className={classNames('small medium', styles.name)}>
            {tone === 'warn' && <Icon name="warning" />} {name}
          </span>{' '}
          {rows > 0 && (
            <span className={classNames('note figures nowrap', styles.rows)}>
              {t('rows.rows', { count: rows })}
            </span>
          )}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
