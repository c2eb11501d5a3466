import { expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { describeRelease } from './chart-metadata.ts'

const notes = `### Added

Files

- A thing with "quotes", and
  a second line.
- Another.

### Fixed

- A fault.
`
const services = ['gateway', 'image-service']

test('a catalogue of charts gets the images and the changes of the release, and nothing else changes', async () => {
  const chart = await readFile(new URL('../../../helm/catalog/Chart.yaml', import.meta.url), 'utf8')
  const release = { version: '0.3.0', registry: 'registry.example.com/catalog', services, notes }
  const text = describeRelease(chart, release)
  expect(text.startsWith(chart)).toBe(true)
  expect(chart.trimEnd()).toMatch(/\nannotations:\n( {2}.*\n)* {2}.*$/)
  const added: Record<string, unknown> = Object.fromEntries(
    [...text.slice(chart.length).matchAll(/^ {2}artifacthub\.io\/(\w+): (.+)$/gm)].map(
      ([, name, value = '']) => [name, JSON.parse(JSON.parse(value))],
    ),
  )
  expect(added).toEqual({
    images: [
      { name: 'gateway', image: 'registry.example.com/catalog/gateway:0.3.0' },
      { name: 'image-service', image: 'registry.example.com/catalog/image-service:0.3.0' },
    ],
    changes: [
      { kind: 'added', description: 'A thing with "quotes", and a second line.' },
      { kind: 'added', description: 'Another.' },
      { kind: 'fixed', description: 'A fault.' },
    ],
  })
})

test('without a registry there are no images to name', () => {
  expect(describeRelease('annotations:\n', { version: '0.3.0', services, notes })).not.toContain('images')
})
