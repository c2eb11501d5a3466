import { useState } from 'react'
import { Form, Input, Label, Text, TextField } from 'react-aria-components'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { signIn } from '../../session/session.ts'
import styles from './token-form.module.css'

/** A form for a token. `isSecond`: collapsed, because there is a better way to sign in. */
export function TokenForm({ isSecond }: { isSecond: boolean }) {
  const { t } = useI18n()
  if (!isSecond) return <Fields kind="primary" />
  return (
    <details className={styles.second}>
      <summary>{t('signIn.orToken')}</summary>
      <Fields kind="secondary" />
    </details>
  )
}

function Fields({ kind }: { kind: 'primary' | 'secondary' }) {
  const { t } = useI18n()
  const [token, setToken] = useState('')
  return (
    <Form
      className={classNames('stack gap-4', styles.form)}
      onSubmit={(event) => {
        event.preventDefault()
        signIn(token.trim())
      }}
    >
      <TextField
        className="stack gap-1"
        type="password"
        autoComplete="off"
        isRequired
        value={token}
        onChange={setToken}
      >
        <Label className="medium">{t('signIn.token')}</Label>
        <Input className={styles.input ?? ''} spellCheck={false} />
        <Text slot="description" className="note">
          {t('signIn.tokenHint')} {t('signIn.tokenKept')}
        </Text>
      </TextField>
      <Button kind={kind} type="submit">
        {t('signIn.submit')}
      </Button>
    </Form>
  )
}
