import styles from './icon.module.css'
import { classNames } from './class-names.ts'

const shapes = {
  upload: 'M12 16V5m0 0L7.500 9.500M12 5l4.500 4.500M5 19h14',
  download: 'M12 5v11m0 0 4.500-4.500M12 16l-4.500-4.500M5 19h14',
  file: 'M14 4H7.500A1.500 1.500 0 0 0 6 5.500v13A1.500 1.500 0 0 0 7.500 20h9a1.500 1.500 0 0 0 1.500-1.500V8zm0 0v4h4M9 12.500h6M9 16h6',
  plus: 'M12 6v12M6 12h12',
  pencil: 'm5 19 1-4L16 5l3 3L9 18zm9-12 3 3',
  check: 'm5.500 12.500 4 4 9-9',
  cross: 'm7 7 10 10M17 7 7 17',
  info: 'M12 11v5.500M12 7.600v.01M20.500 12a8.500 8.500 0 1 1-17 0 8.500 8.500 0 0 1 17 0',
  warning:
    'M12 10v4M12 16.900v.01M10.700 4.800 3.400 17.600A1.500 1.500 0 0 0 4.700 19.800h14.600a1.500 1.500 0 0 0 1.300-2.200L13.300 4.800a1.500 1.500 0 0 0-2.600 0',
  blocked: 'M6 6l12 12M20.500 12a8.500 8.500 0 1 1-17 0 8.500 8.500 0 0 1 17 0',
  clock: 'M12 7.500V12l3 2M20.500 12a8.500 8.500 0 1 1-17 0 8.500 8.500 0 0 1 17 0',
  retry: 'M19 12a7 7 0 1 1-2.100-5M19 4v3.500h-3.500',
  undo: 'M9 14 4.500 9.500 9 5m-4.500 4.500H14a5 5 0 0 1 0 10h-3',
  settings:
    'M4 8h9m5 0h2M4 16h2m5 0h9M15.500 10.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M8.500 18.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
  chevron: 'm9.500 6.500 5.500 5.500-5.500 5.500',
  image:
    'M4.500 6.500A1.500 1.500 0 0 1 6 5h12a1.500 1.500 0 0 1 1.500 1.500v11A1.500 1.500 0 0 1 18 19H6a1.500 1.500 0 0 1-1.500-1.500zm0 9.500 4-4 3.500 3.500 2.500-2.500 5 5M9 9.200v.01',
  search: 'm20 20-4.500-4.500M17.500 11a6.500 6.500 0 1 1-13 0 6.500 6.500 0 0 1 13 0',
} as const

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
