import { classNames } from './class-names.ts'
import shapes from './icon-shapes.json' with { type: 'json' }
import styles from './icon.module.css'

export type IconName = keyof typeof shapes

/** Decorative: the text beside it says the same. */
export function Icon({ name, size = 'normal' }: { name: IconName; size?: 'normal' | 'large' }) {
  return (
    <svg
      className={classNames(styles.icon, size === 'large' && styles.large)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
