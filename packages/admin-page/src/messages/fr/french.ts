import type { Translation } from '../../i18n/format-message.ts'

/** Millions take “de”: `1 000 000 de lignes`. */
export type FrenchForms = 'one' | 'many' | 'other'
export type French<Original> = Translation<Original, FrenchForms>
