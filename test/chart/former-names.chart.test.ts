import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { readValueFile, render } from './support/render.ts'

const renamed: { what: string; former: object; present: object }[] = parse(
  readFileSync(new URL('former-names.yaml', import.meta.url), 'utf8'),
)

test.each(renamed)('$what: the former names make the same objects', ({ former, present }) => {
  const [before, after] = [former, present].map((values) => render(onTop(values)))
  expect(before).toEqual(after)
  expect(after).not.toEqual(render(onTop({})))
})

function onTop(values: object): object {
  const minimal = parse(readValueFile('minimal.yaml'))
  const networkPolicy = {
    ...minimal.networkPolicy,
    ...('networkPolicy' in values ? Object(values.networkPolicy) : {}),
  }
  return { ...minimal, ...values, networkPolicy }
}
