import type { ChangeGroup } from '@catalog/catalog/change-groups'
import type {
  Choice,
  Draft,
  DraftProduct,
  DraftProductPage,
  DraftRow,
  DraftRowPage,
  Tally,
  CellEdit,
  MappingRequest,
  ProductKind,
  ProductQuery,
  RiskCode,
  RowError,
  RowKind,
} from '@catalog/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client.ts'
import { pagesOf } from './pages.ts'
import { uploadFile } from './upload-file.ts'

/** What a draft would do, or a run has done: where its products and rows are read. */
export interface Preview {
  /** Of the queries; another one after each time that the draft is previewed again. */
  key: readonly string[]
  readProducts: (query: ProductFilters & Page, signal?: AbortSignal) => Promise<DraftProductPage>
  readRows: (
    query: { kind?: RowKind[]; handle?: string[] } & Page,
    signal?: AbortSignal,
  ) => Promise<DraftRowPage>
}

/** One value of each filter has to match. */
export interface ProductFilters {
  kind?: ProductKind[]
  change?: ChangeGroup[]
  risk?: RiskCode[]
  cause?: string[]
  q?: string
  sort?: ProductQuery['sort']
}

interface Page {
  limit?: number
  cursor?: string
}

export function previewOfDraft({ draft_id: draftId, created_at: createdAt }: Draft): Preview {
  const path = { draft_id: draftId }
  return {
    key: ['drafts', draftId, createdAt],
    readProducts: (...asked) =>
      answerOf(api.GET('/api/products/imports/{draft_id}/products', toRequest(path, ...asked))),
    readRows: (...asked) =>
      answerOf(api.GET('/api/products/imports/{draft_id}/rows', toRequest(path, ...asked))),
  }
}

export function previewOfRun(runId: string): Preview {
  const path = { run_id: runId }
  return {
    key: ['run-preview', runId],
    readProducts: (...asked) =>
      answerOf(api.GET('/api/products/imports/runs/{run_id}/products', toRequest(path, ...asked))),
    readRows: (...asked) =>
      answerOf(api.GET('/api/products/imports/runs/{run_id}/rows', toRequest(path, ...asked))),
  }
}

function toRequest<Path, Query>(path: Path, query: Query, signal?: AbortSignal) {
  return { params: { path, query }, ...(signal && { signal }) }
}

/** What a file would do with a mapping, and its first products. */
export interface Effect {
  preview: Draft['preview']
  products: DraftProduct[]
}

/** From a preview of the whole file, which is discarded once it is read; its mapping is not remembered. */
export const effectQuery = (file: File, mapping: MappingRequest, choice: Choice) =>
  queryOptions({
    queryKey: ['effect', file.name, file.size, file.lastModified, mapping, choice],
    queryFn: async ({ signal }): Promise<Effect> => {
      const sent = { signal, onProgress: () => {}, mapping: { ...mapping, remember: false }, choice }
      const draft = await uploadFile(file, sent)
      try {
        const { products } = await previewOfDraft(draft).readProducts({ limit: 3 }, signal)
        return { preview: draft.preview, products }
      } finally {
        const params = { path: { draft_id: draft.draft_id } }
        await done(api.POST('/api/products/imports/{draft_id}/cancel', { params }))
      }
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** The API's largest page size. */
const largestPage = 500
/** Of the first page, which is what most people look at. */
const firstPage = 50

/** The first page is small; those that scrolling far away asks for are as large as the API allows. */
export const productsQuery = (preview: Preview, filters: ProductFilters) => ({
  ...pagesOf([...preview.key, 'products', JSON.stringify(filters)], (page, signal) =>
    preview.readProducts(
      { ...filters, limit: page.cursor === undefined ? firstPage : largestPage, ...page },
      signal,
    ),
  ),
  staleTime: Infinity,
  placeholderData: keepPreviousData,
})

/** The handles of all products that the filters find. */
export async function readHandles(preview: Preview, filters: ProductFilters): Promise<string[]> {
  const pages = await readAll((page) => preview.readProducts({ ...filters, ...page }))
  return pages.flatMap(({ products }) => products.map(({ handle }) => handle))
}

/** All rows of a product. */
export const productRowsQuery = (preview: Preview, handle: string) =>
  queryOptions({
    queryKey: [...preview.key, 'rows', handle],
    queryFn: async ({ signal }): Promise<DraftRow[]> => {
      const pages = await readAll((page) => preview.readRows({ handle: [handle], ...page }, signal))
      return pages.flatMap(({ rows }) => rows)
    },
    staleTime: Infinity,
  })

/** The rows with errors, page by page. */
export const errorRowsQuery = (preview: Preview) => ({
  ...pagesOf([...preview.key, 'errors'], (page, signal) =>
    preview.readRows({ kind: ['error'], limit: largestPage, ...page }, signal),
  ),
  staleTime: Infinity,
})

/** At most as many edits as the API takes at a time, and more than a file has rows. */
const mostEdits = 5_000

/** The right value of each cell with this problem that has one. */
export async function readRepairs(
  preview: Preview,
  { severity, code, column, case: name }: Tally['causes'][number],
): Promise<CellEdit[]> {
  const kind: RowKind[] = severity === 'error' ? ['error'] : ['add', 'update', 'unchanged']
  const pages = await readAll((page) => preview.readRows({ kind, ...page }))
  const edits = pages
    .flatMap(({ rows }) => rows)
    .flatMap(({ row, ...problems }) =>
      problems[severity === 'error' ? 'errors' : 'warnings']
        .filter((one) => one.code === code && one.column === column)
        .filter(({ parameters }) => (parameters?.['case'] ?? null) === name)
        .flatMap(({ suggestion, ...of }) => editOf(row, of, suggestion ?? null) ?? [])
        .filter(({ value }) => value !== null),
    )
  return edits.slice(0, mostEdits)
}

/** The edit of the cell that a problem is about; undefined if it is about none. */
export function editOf(
  row: number,
  { column, file_column: header }: Pick<RowError, 'column' | 'file_column'>,
  value: string | null,
): CellEdit | undefined {
  const name = header ?? column
  return name === null ? undefined : { row, column: name, value }
}

async function readAll<Answer extends { next_cursor: string | null }>(
  read: (page: Page) => Promise<Answer>,
): Promise<Answer[]> {
  const pages: Answer[] = []
  let cursor: string | null = null
  do {
    const page: Answer = await read({ limit: largestPage, ...(cursor !== null && { cursor }) })
    pages.push(page)
    cursor = page.next_cursor
  } while (cursor !== null)
  return pages
}
