import { useEffect, useState } from 'react'
import { Input, Label, SearchField } from 'react-aria-components'
import { Icon } from './icon.tsx'
import styles from './search-box.module.css'

const searchPauseMs = 200

interface SearchBoxProps {
  label: string
  placeholder: string
  /** As the address has it. */
  q: string
  /** Once people pause. */
  onSearch: (q: string) => void
}

/** A search whose text is in the address. */
export function SearchBox({ label, placeholder, q, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  if (known !== q) {
    // Back, forward, "show all": the address has changed by other means.
    setKnown(q)
    if (text.trim() !== q) setText(q)
  }
  useEffect(() => {
    const isKnown = text.trim() === q
    const timer = isKnown ? undefined : setTimeout(() => onSearch(text.trim()), searchPauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <SearchField className={styles.search ?? ''} value={text} onChange={setText} maxLength={200}>
      <Label className={styles.label ?? ''}>{label}</Label>
      <span className={styles.field}>
        <Icon name="search" />
        <Input className={styles.input ?? ''} placeholder={placeholder} />
      </span>
    </SearchField>
  )
}
