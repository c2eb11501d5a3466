import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the bases are pinned by digest, and replacements are made for exactly them and the images of the compose file', async () => {
  const names = [...(await read('.ci/stand-ins/images.sh')).matchAll(/^\w+=(.*)$/gm)].map(([, name]) => name)
  const bases = [...(await read('deploy/Dockerfile')).matchAll(/^ARG \w+_IMAGE=(.*)$/gm)]
  const compose: { services: Record<string, { image: string }> } = parse(await read('deploy/compose.yaml'))
  const others = Object.values(compose.services)
    .filter(({ image }) => !image.startsWith('catalog/'))
    .map(({ image }) => /^\$\{\w+_IMAGE:-(.*)\}$/.exec(image) ?? image)
  const named = [...bases, ...others].map(([, name]) => name)
  for (const name of named) expect(name).toMatch(/@sha256:[0-9a-f]{64}$/)
  expect(new Set(named)).toEqual(new Set(names))
})
