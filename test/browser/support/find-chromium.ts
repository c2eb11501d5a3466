import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A Chromium or a Chrome, where one is installed; CATALOG_CHROMIUM names one elsewhere. */
export function findChromium(): string | undefined {
  const given = process.env.CATALOG_CHROMIUM
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) =>
      ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) =>
        join(folder, name),
      ),
    )
  return [
    ...(given === undefined ? [] : [given]),
    ...onPath,
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
