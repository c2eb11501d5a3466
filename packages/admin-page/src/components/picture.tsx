import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { pictureQuery } from '../api/pictures.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './picture.module.css'

interface PictureProps {
  imageId: string
  /** Names of the existing renditions; the smallest is shown. Empty if it was not fetched. */
  renditions: readonly string[]
  alt: string
}

const smallestFirst = ['thumb', 'card', 'detail', 'original']

/** A small picture, loaded shortly before it scrolls into view. */
export function Picture({ imageId, renditions, alt }: PictureProps) {
  const { t } = useI18n()
  const frame = useRef<HTMLSpanElement>(null)
  const isNear = useIsNear(frame)
  const rendition = smallestFirst.find((name) => renditions.includes(name))
  const { data: picture, isError: isMissing } = useQuery({
    ...pictureQuery(imageId, rendition ?? ''),
    enabled: isNear && rendition !== undefined,
  })
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (picture === undefined) return undefined
      image.src = URL.createObjectURL(picture)
      return () => URL.revokeObjectURL(image.src)
    },
    [picture],
  )

  const isComing = rendition !== undefined && !isMissing
  return (
    <span className={styles.frame} ref={frame}>
      {picture === undefined ? (
        <span
          className={classNames('stack quiet', styles.empty, isComing && styles.coming)}
          title={isMissing ? t('run.pictureMissing') : undefined}
        >
          <Icon name="image" />
        </span>
      ) : (
        <img className={styles.picture} ref={show} alt={alt} />
      )}
    </span>
  )
}

function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: '300px' },
    )
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
