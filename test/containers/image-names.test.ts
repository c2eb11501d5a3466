import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

test('replacements are made for exactly the images in the Dockerfile and the compose file', async () => {
  const names = [...(await read('.ci/stand-ins/images.sh')).matchAll(/^\w+=(.*)$/gm)].map(([, name]) => name)
  const bases = [...(await read('deploy/Dockerfile')).matchAll(/^ARG \w+_IMAGE=(.*)$/gm)].map(
    ([, name]) => name,
  )
  const compose: { services: Record<string, { image: string }> } = parse(await read('deploy/compose.yaml'))
  const others = Object.values(compose.services)
    .map(({ image }) => image)
    .filter((image) => !image.startsWith('catalog/'))
  expect(new Set([...bases, ...others])).toEqual(new Set(names))
})
