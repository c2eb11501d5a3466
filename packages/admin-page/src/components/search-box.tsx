import { useEffect, useState } from 'react'
import { Input, Label, SearchField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './search-box.module.css'

const searchPauseMs = 200

interface SearchBoxProps {
  label: string
  placeholder: string
  /** The text in the address. */
  q: string
  /** Called once typing pauses. */
  onSearch: (q: string) => void
}

/** A search whose text is in the address. */
export function SearchBox({ label, placeholder, q, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  if (known !== q) {
    // The address was changed otherwise: back, forward, "show all".
    setKnown(q)
    if (text.trim() !== q) setText(q)
  }
  useEffect(() => {
    const isKnown = text.trim() === q
    const timer = isKnown ? undefined : setTimeout(() => onSearch(text.trim()), searchPauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <SearchField
      className={classNames('row gap-1-2 shrink', styles.search)}
      value={text}
      onChange={setText}
      maxLength={200}
    >
      <Label className={classNames('small medium', styles.label)}>{label}</Label>
      <span className={classNames('line gap-2 shrink quiet', styles.field)}>
        <Icon name="search" />
        <Input className={classNames('shrink grow ink', styles.input)} placeholder={placeholder} />
      </span>
    </SearchField>
  )
}
