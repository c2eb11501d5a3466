import { canonical } from './canonical.ts'
import type { Dialect } from './dialect.ts'
import { medusa } from './medusa.ts'
import { woocommerce } from './woocommerce.ts'

/** Every dialect that files are read in. A further one is a further file and a further entry. */
export const dialects: Dialect[] = [canonical, medusa, woocommerce]
