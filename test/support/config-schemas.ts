import { configSchema as exportConfig } from '../../services/export-service/src/config.ts'
import { configSchema as gatewayConfig } from '../../services/gateway/src/config.ts'
import { configSchema as imageConfig } from '../../services/image-service/src/config.ts'
import { configSchema as importConfig } from '../../services/import-service/src/config.ts'

/** The variables that each service reads. */
export const configSchemas = {
  'import-service': importConfig,
  'export-service': exportConfig,
  'image-service': imageConfig,
  gateway: gatewayConfig,
}
