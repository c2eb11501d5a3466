import type { Catalog } from '../catalog.ts'
import * as explanations from './explanations.ts'
import * as first from './first.ts'
import { mapping } from './mapping.ts'
import { parts } from './parts.ts'

export const messages = { ...first, ...explanations, mapping, parts } as const satisfies Catalog
