import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { pictureQuery } from '../api/pictures.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './picture.module.css'

interface PictureProps {
  imageId: string
  /** Those that exist of it; the smallest is shown. Empty where it was not fetched. */
  renditions: readonly string[]
  alt: string
}

const smallestFirst = ['thumb', 'card', 'detail', 'original']

/** A small picture, loaded once it comes near. */
export function Picture({ imageId, renditions, alt }: PictureProps) {
  const { t } = useI18n()
  const frame = useRef<HTMLSpanElement>(null)
  const isNear = useIsNear(frame)
  const rendition = smallestFirst.find((name) => renditions.includes(name))
  const { data: picture, isError: isMissing } = useQuery({
    ...pictureQuery(imageId, rendition ?? ''),
    enabled: isNear && rendition !== undefined,
  })
  const url = useObjectUrl(picture)

  const isComing = rendition !== undefined && !isMissing
  return (
    <span className={styles.frame} ref={frame}>
      {url === undefined ? (
        <span
          className={classNames(styles.empty, isComing && styles.coming)}
          title={isMissing ? t('run.pictureMissing') : undefined}
        >
          <Icon name="image" />
        </span>
      ) : (
        <img className={styles.picture} src={url} alt={alt} />
      )}
    </span>
  )
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return undefined
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
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
