import { Fragment, useId, useMemo, useState } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { classNames } from '../../components/class-names.ts'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { LongText } from '../long-text.tsx'
import { foldPieces } from './fold-pieces.ts'
import type { FoldedPiece } from './fold-pieces.ts'
import { looksLikeHtml, readHtml } from './html-text.ts'
import type { HtmlText } from './html-text.ts'
import { diffTexts } from './text-diff.ts'
import { WasNow } from './was-now.tsx'
import styles from './text-change.module.css'

interface TextChangeProps {
  before: string | null
  after: string
  /** The text's label. */
  label: string
}

/** A long text: its beginning if it is new, otherwise its changes, word by word. */
export function TextChange({ before, after, label }: TextChangeProps) {
  const isHtml = looksLikeHtml(before ?? '') || looksLikeHtml(after)
  return isHtml ? (
    <HtmlChange before={before} after={after} label={label} />
  ) : (
    <PlainChange before={before} after={after} />
  )
}

type View = 'text' | 'html'

/** As readers see it, or as source. Shown as text in either case: a merchant's HTML must not run here. */
function HtmlChange({ before, after, label }: TextChangeProps) {
  const { t } = useI18n()
  const read = useMemo(
    () => ({ before: before === null ? null : readHtml(before), after: readHtml(after) }),
    [before, after],
  )
  const difference = differenceOf(read.before, read.after)
  const [view, setView] = useState<View>(difference === 'tags' ? 'html' : 'text')
  return (
    <div className={classNames('stack gap-2', styles.html)}>
      <ToggleButtonGroup
        className={styles.views ?? ''}
        aria-label={t('details.viewOf', { field: label })}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[view]}
        onSelectionChange={(keys) => setView(keys.has('html') ? 'html' : 'text')}
      >
        <ToggleButton id="text" className={classNames('note', styles.view)}>
          {t('details.asText')}
        </ToggleButton>
        <ToggleButton id="html" className={classNames('note', styles.view)}>
          {t('details.asHtml')}
        </ToggleButton>
      </ToggleButtonGroup>
      {difference === 'tags' && <p className="note">{t('details.onlyTags')}</p>}
      {difference === 'both' && view === 'text' && <p className="note">{t('details.tagsToo')}</p>}
      {view === 'html' ? (
        <PlainChange before={before} after={after} isCode />
      ) : (
        <PlainChange before={read.before?.text ?? null} after={read.after.text} />
      )}
    </div>
  )
}

/** Where the texts differ; null unless there is a text before and after. */
function differenceOf(before: HtmlText | null, after: HtmlText): 'text' | 'tags' | 'both' {
  if (before === null || before.tags === after.tags) return before?.text === after.text ? 'tags' : 'text'
  if (before.text === '' || after.text === '') return 'text'
  return before.text === after.text ? 'tags' : 'both'
}

function PlainChange({
  before,
  after,
  isCode = false,
}: {
  before: string | null
  after: string
  isCode?: boolean
}) {
  const pieces = useMemo(() => {
    const found = before === null || before === '' || after === '' ? null : diffTexts(before, after)
    return found && foldPieces(found)
  }, [before, after])
  if (before === null || before === after) return <LongText text={after} />
  if (pieces === null) return <WasNow before={before} after={after} />
  const keyed = pieces.map((piece, index) => ({ piece, key: `${index} ${piece.kind}` }))
  return (
    <div className={isCode ? styles.code : styles.text} dir="auto">
      {keyed.map(({ key, piece }) => (
        <ShownPiece key={key} piece={piece} />
      ))}
    </div>
  )
}

/** A longer changed piece is cut like other long texts. */
const shownCharacters = 400

function ShownPiece({ piece: { kind, text } }: { piece: FoldedPiece }) {
  const { t } = useI18n()
  const shown = text.length > shownCharacters ? <LongText text={text} /> : text
  if (kind === 'same') return text
  if (kind === 'folded') return <FoldedText text={text} />
  const Changed = kind === 'removed' ? 'del' : 'ins'
  return (
    <Changed className={styles[kind]}>
      <VisuallyHidden>{` ${t(`details.${kind}`)} `}</VisuallyHidden>
      {shown}
    </Changed>
  )
}

/** Unchanged text, far from any change. */
function FoldedText({ text }: { text: string }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Fragment>
      {isOpen && <span id={id}>{text}</span>}
      <button
        type="button"
        className={classNames('note nowrap', styles.folded)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('rows.lessText') : `⋯ ${t('details.unchangedCharacters', { count: text.length })}`}
      </button>
    </Fragment>
  )
}
