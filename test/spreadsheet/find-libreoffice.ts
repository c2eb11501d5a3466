import { isExecutable, placesOnPath } from '../../deploy/local/programs.ts'

/** The program, where it is installed. */
export function findLibreOffice(): string | undefined {
  return [...placesOnPath('soffice'), '/Applications/LibreOffice.app/Contents/MacOS/soffice'].find(
    isExecutable,
  )
}
