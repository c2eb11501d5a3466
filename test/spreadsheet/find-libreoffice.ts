import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The program, where it is installed. */
export function findLibreOffice(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/Applications/LibreOffice.app/Contents/MacOS',
  ]
  return folders.map((folder) => join(folder, 'soffice')).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
