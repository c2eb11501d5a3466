import type { FirstMessages, Messages } from '../messages/catalog.ts'
import { formatMessage } from './format-message.ts'
import type { Message, Values } from './format-message.ts'

/** `screen.message`: `start.title`. */
type MessageKey = {
  [Part in keyof Messages]: `${Part}.${keyof Messages[Part] & string}`
}[keyof Messages]

type MessageAt<Key extends MessageKey> = Key extends `${infer Part}.${infer Name}`
  ? Part extends keyof Messages
    ? Messages[Part][Name & keyof Messages[Part]]
    : never
  : never

/** test/admin-page-messages.test.ts checks that a text gets the values that it names. */
type Arguments<Key extends MessageKey> =
  MessageAt<Key> extends string ? [values?: Values] : [values: Values & { count: number }]

/** The text of the key in the page's language. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: Arguments<Key>) => string

export function translator(messages: FirstMessages, locale: string): Translate {
  const catalog: Record<string, Record<string, Message>> = messages
  return (key: MessageKey, ...[values]: [Values?]) => {
    const [part = '', name = ''] = key.split('.')
    const message = catalog[part]?.[name]
    if (message === undefined) throw new Error(`no message ${key}`)
    return formatMessage(locale, message, values)
  }
}
