import {
  AdjustedStock,
  Draft,
  DraftProduct,
  Person,
  RememberedMapping,
  Run,
  Summary,
} from '@catalog/contracts'
import samples from './samples.json' with { type: 'json' }

export const person = Person.parse(samples.person)
export const draft = Draft.parse(samples.draft)
export const product = DraftProduct.parse(samples.product)
export const run = Run.parse(samples.run)
export const mapping = RememberedMapping.parse(samples.mapping)
export const adjusted = AdjustedStock.parse(samples.adjusted)
export const summary = Summary.parse(samples.summary)

export const draftId = draft.draft_id
export const runId = run.run_id
export const imageId = '01930d1a-5f0e-7c3b-9a41-6c1f0b3a7d03'

export const api = '/api/products'
export const onDraft = `${api}/imports/${draftId}`
export const onRun = `${api}/imports/runs/${runId}`
