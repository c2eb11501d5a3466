import { imageHosts } from './cases/image-hosts.ts'
import { killImageService } from './cases/kill-image-service.ts'
import { killImportService } from './cases/kill-import-service.ts'
import { natsHangs } from './cases/nats-hangs.ts'
import { replicas } from './cases/replicas.ts'
import { serverOutages } from './cases/servers.ts'
import type { Fault } from './fault.ts'

/** Every point at which a process or a server may stop while images are processed. */
export const matrix: Fault[] = [
  ...killImageService,
  ...killImportService,
  ...serverOutages,
  ...natsHangs,
  ...imageHosts,
  ...replicas,
]
