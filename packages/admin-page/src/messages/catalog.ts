import type { Message } from '../i18n/format-message.ts'
import type explanations from '@catalog/catalog/problems.json'
import type mapping from './en/mapping.json'
import type page from './en/page.json'
import type parts from './en/parts.json'

// A language is a folder of JSON files: by part and name a text, or its plural forms by their names in CLDR. Values are
// inserted at `{names}`. Explanations have a text for each code and one for each of its cases (`code:case`, see
// packages/catalog/src/problem-cases.ts); in them, `{rows}` and `{row}` become “rows 2, 5 and 7” and “row 2”.

/** The English texts are the original: they define the keys and placeholders of all languages. */
export type Messages = typeof page & typeof explanations & typeof mapping & typeof parts

/** Parts with the explanations of codes. */
export type ExplanationPart = keyof typeof explanations

/** The texts of any language. */
export type AnyCatalog = Readonly<Record<keyof Messages, Readonly<Record<string, Message>>>>

/** Parts that few visits need: each is a separate file of the language, loaded on demand. */
export type LaterPart = 'mapping' | 'parts'

/** The messages that the page loads at first. Explanations are as large as all of these, and few visits need them. */
export type FirstMessages = Pick<AnyCatalog, keyof typeof page>

export type Explanations = Pick<AnyCatalog, ExplanationPart>
