import { expect, test } from '@jest/globals'
import { buildCosign, presentCosign } from './cosign.ts'
import { useOwnPath } from './testing/own-path.ts'

const { options, program, filesIn } = useOwnPath()

test('cosign is only there where it is on the PATH, or was built', async () => {
  await program('go', '[ "$3" != build ] || { : > "$7"; /bin/chmod +x "$7"; }')
  expect(presentCosign()).toBeUndefined()
  const built = await buildCosign(options())
  expect(built).toMatch(/\/cache\/catalog\/bin\/cosign-[\d.]+$/)
  expect(presentCosign()).toBe(built)
  const installed = await program('cosign', 'exit 0')
  expect(presentCosign()).toBe(installed)
  expect(await buildCosign(options())).toBe(installed)
})

test('without Go, an error says what to type', async () => {
  await expect(buildCosign(options())).rejects.toThrow(/go install github\.com\/sigstore\/cosign\/v3/)
  expect(await filesIn('cache/catalog/bin')).toEqual([])
})
