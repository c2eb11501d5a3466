import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { windowImages } from '../../services/import-service/src/images/find-demand.ts'

const root = new URL('../../', import.meta.url)

/** The figures that the pattern finds in a page, independent of line breaks. */
function figuresOf(path: string, pattern: RegExp): number[] {
  const page = readFileSync(new URL(path, root), 'utf8').replaceAll(/\s+/g, ' ')
  return [...(pattern.exec(page) ?? [])].slice(1).map(Number)
}

test.each([
  ['deploy/runbooks/RB-3.md', /the window of (\d+) is full/],
  ['deploy/runbooks/capacity.md', /The image queue holds at most (\d+) requests/],
  ['deploy/runbooks/restore.md', /at most (\d+) requests for images/],
])('%s says how many images are requested at a time', (path, pattern) => {
  expect(figuresOf(path, pattern)).toEqual([windowImages])
})

test('the decision about decoders says how much memory each may have', () => {
  const decoders = 'services/image-service/src/decoder/decoders.ts'
  const light = figuresOf(decoders, /defaultLightMiB = (\d+)/)
  const heavy = figuresOf(decoders, /defaultHeavyMiB = (\d+)/)
  const documented = figuresOf(
    'docs/adr/0002-decoder-processes.md',
    /(\d+) MiB more than an idle one has, the heavy one to (\d+);/,
  )
  expect(documented).toEqual([...light, ...heavy])
})
