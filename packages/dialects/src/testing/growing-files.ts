import { readdirSync } from 'node:fs'
import type { GrowingFile, GrowingFiles } from './growing-files/growing-file.ts'

const folder = new URL('growing-files/', import.meta.url)
const modules: Record<string, GrowingFiles>[] = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && name !== 'growing-file.ts')
    .map((name) => import(new URL(name, folder).href)),
)

/** Those of every file in the folder. */
export const growingFiles: Record<string, GrowingFile> = Object.assign(
  {},
  ...modules.flatMap((module) => Object.values(module)),
)
