import { templateCsv } from '@catalog/catalog'
import { catalogExports, ExportFormat, ServiceError, StatusFilter } from '@catalog/contracts'
import { download } from '@catalog/messaging'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { chosenColumns, columnNames, oneOf, productFilters, toFilters } from './parameters.ts'
import { attachment, Csv, csvType, Workbook, workbookType, Zip } from './answers.ts'

export const exportEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/products/export',
    operationId: 'exportCatalog',
    summary: 'The catalog as a canonical CSV, in parts or as a workbook, which import back as all unchanged',
    scope: 'catalog:export',
    limit: 'exports',
    query: z.object({
      ...productFilters,
      columns: chosenColumns,
      status: oneOf(StatusFilter).default('all'),
      format: oneOf(ExportFormat).default('csv'),
    }),
    answers: {
      200: {
        description: 'The catalog.',
        content: {
          'text/csv': Csv.meta({ examples: [templateCsv()] }),
          'application/zip': Zip,
          [workbookType]: Workbook,
        },
        headers: {
          'Content-Disposition': 'Names the file catalog-<status>-<UTC>.csv, .zip or .xlsx.',
          'X-Catalog-Product-Count': 'How many products it holds.',
          'X-Catalog-Version': 'The version of the catalog that it is.',
        },
      },
    },
    errors: ['invalid_request', 'empty_catalog', 'catalog_restarted', 'too_large_for_workbook'],
    handle: async ({ nats, metrics }, { input, options }) => {
      let recordFirstByte: (() => unknown) | undefined = metrics.exportFirstByteSeconds.startTimer()
      const { storefront_id, status, format } = input
      const filters = toFilters(input)
      const columns = input.columns === undefined ? null : columnNames(input.columns)
      const message = { storefront_id, status, format, columns, ...filters }
      const { head, body } = await download(nats, catalogExports.exportCatalog, message, options)
      if (
        head.catalog_version === null &&
        [columns, ...Object.values(filters)].flat().some((value) => value !== null)
      ) {
        body.destroy()
        throw new ServiceError(
          'unavailable',
          'Exports of a part of the catalog are being introduced. Try again in a minute.',
          { retryAfterS: 60 },
        )
      }
      return {
        status: 200,
        headers: {
          ...attachment(
            `catalog-${input.status}-${compactUtc(new Date())}.${head.format}`,
            mediaTypes[head.format],
          ),
          'X-Catalog-Product-Count': String(head.product_count),
          ...(head.catalog_version !== null && { 'X-Catalog-Version': String(head.catalog_version) }),
        },
        body,
        onBytes: (count) => {
          recordFirstByte?.()
          recordFirstByte = undefined
          metrics.exportBytes.inc(count)
        },
      }
    },
  }),
]

const mediaTypes = { csv: csvType, zip: 'application/zip', xlsx: workbookType } satisfies Record<
  ExportFormat,
  string
>

/** `20260131T235959Z`: a time that every file system allows in a name. */
function compactUtc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}
