import { readSearchText } from '../../components/search-text.ts'

/** `?q=spring`: only imports whose file name contains it. */
export function readHistorySearch(parameters: Record<string, unknown>): { q?: string } {
  const q = readSearchText(parameters)
  return q === '' ? {} : { q }
}
