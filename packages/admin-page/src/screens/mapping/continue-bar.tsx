import type { MappingIdentity } from '@catalog/contracts'
import { isTransient } from '../../api/problem.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { isTooLarge, SplitLargeFile } from '../start/split-large-file.tsx'
import { UploadProgress } from '../start/upload-progress.tsx'
import type { RunningUpload, Upload } from '../start/use-upload.ts'
import type { Obstacle } from './missing.ts'
import { fieldLabel } from './fields.ts'
import styles from './continue-bar.module.css'

/** Target of the skip link. */
export const continueId = 'continue'
const obstacleId = 'obstacle'

interface ContinueBarProps {
  upload: Upload
  running: RunningUpload | null
  /** Why the file was refused with this mapping. */
  error: unknown
  obstacle: Obstacle | null
  identity: MappingIdentity
  remember: boolean
  onRemember: (remember: boolean) => void
  onContinue: () => void
}

/** The button to continue, or what is still missing; always in view. */
export function ContinueBar(props: ContinueBarProps) {
  const { t } = useI18n()
  const { upload, running, error, obstacle, identity, onContinue } = props
  return (
    <section className={styles.bar} aria-label={t('mapping.step')}>
      {running && (
        <div className={styles.running}>
          <UploadProgress {...running} />
        </div>
      )}
      {!running && (
        <>
          {error !== null && (
            <div className={styles.problem}>
              {upload.state === 'failed' && isTooLarge(error) ? (
                <SplitLargeFile file={upload.file} />
              ) : (
                <ProblemNotice error={error} {...(isTransient(error) && { onRetry: onContinue })} />
              )}
            </div>
          )}
          <div role="status">
            {obstacle !== null && (
              <p className={classNames('gap-2 warn medium', styles.obstacle)} id={obstacleId} tabIndex={-1}>
                <Icon name="warning" />
                {obstacle === 'more' && t('mapping.needsMore')}
                {obstacle === 'identity' && t('mapping.needsIdentity', { field: fieldLabel(t, identity) })}
                {obstacle === 'handle' && t('mapping.needsNoHandle')}
              </p>
            )}
          </div>
          <div className={classNames('row between', styles.inner)}>
            <label className={classNames('line gap-2', styles.remember)}>
              <input
                type="checkbox"
                checked={props.remember}
                onChange={({ target }) => props.onRemember(target.checked)}
              />
              {t('mapping.remember')}
            </label>
            <div className={classNames('wrap', styles.buttons)}>
              <ButtonLink to="/" kind="quiet">
                {t('mapping.otherFile')}
              </ButtonLink>
              <Button
                kind="primary"
                id={continueId}
                {...(obstacle !== null && { 'aria-describedby': obstacleId })}
                onPress={() =>
                  obstacle === null ? onContinue() : document.getElementById(obstacleId)?.focus()
                }
              >
                {t('mapping.continue')}
              </Button>
            </div>
          </div>
        </>
      )}
    </section>
  )
}
