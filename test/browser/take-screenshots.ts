import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setup } from '../support/global-setup.ts'
import { startBrowsing } from './support/browsing.ts'
import type { Browsing } from './support/browsing.ts'
import { takeReadmePictures } from './support/readme-pictures.ts'
import { scenes } from './support/scenes.ts'

// npm run screenshots [-- --language de-DE] [words of a scene's name]: every screen in every state, to look at
// npm run screenshots -- --readme: the pictures of the READMEs

const { values, positionals } = parseArgs({
  options: { language: { type: 'string', default: 'en-GB' }, readme: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const root = fileURLToPath(new URL('../..', import.meta.url))
const sizes = [
  { width: 390, height: 1_800 },
  { width: 1_024, height: 1_400 },
  { width: 1_440, height: 900 },
]

const stopServers = await setup()
try {
  await using browsing = await startBrowsing()
  if (values.readme) await takeReadmePictures(browsing, join(root, 'docs', 'screenshots'))
  else await takeAll(browsing, join(root, '.catalog', 'screenshots'))
} finally {
  await stopServers()
}

async function takeAll(browsing: Browsing, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const asked = scenes.filter(({ name }) => positionals.every((word) => name.includes(word)))
  for (const { name, show } of asked) {
    const page = await show(browsing, { language: values.language })
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const file = `${name.replaceAll(/\W+/g, '-')}.${colorScheme}.${size.width}.png`
        await page.screenshot({ path: join(folder, file) })
      }
    }
    const faults = await browsing.leave()
    console.log([name, ...faults].join('\n  '))
  }
  console.log(`${asked.length} scenes in ${folder}`)
}
