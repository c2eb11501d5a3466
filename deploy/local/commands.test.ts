import { expect, test } from '@jest/globals'
import { findCompose } from './commands.ts'
import { useOwnPath } from './testing/own-path.ts'

const { program } = useOwnPath()

test('compose is a plugin of docker, else docker-compose, else missing', async () => {
  expect(findCompose()).toBeUndefined()
  await program('docker', '[ "$1" = info ]')
  expect(findCompose()).toBeUndefined()
  await program('docker-compose', '[ "$1" = version ]')
  expect(findCompose()).toEqual(['docker-compose'])
  await program('docker', '[ "$1 $2" = "compose version" ]')
  expect(findCompose()).toEqual(['docker', 'compose'])
})
