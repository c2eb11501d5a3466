import type { Endpoint } from '../context.ts'
import { exportEndpoints } from './export.ts'
import { healthEndpoints } from './health.ts'
import { imageEndpoints } from './images.ts'
import { importEndpoints } from './imports.ts'
import { mappingEndpoints } from './mappings.ts'
import { openApiEndpoint } from './openapi.ts'
import { productEndpoints } from './products.ts'
import { runEndpoints } from './runs.ts'
import { stockEndpoints } from './stock.ts'
import { summaryEndpoints } from './summary.ts'

/** Every endpoint of the gateway; the admin page is separate. */
export const endpoints: readonly Endpoint[] = [
  ...importEndpoints,
  ...mappingEndpoints,
  ...runEndpoints,
  ...productEndpoints,
  ...stockEndpoints,
  ...summaryEndpoints,
  ...exportEndpoints,
  ...imageEndpoints,
  ...healthEndpoints,
  openApiEndpoint(() => endpoints),
]
