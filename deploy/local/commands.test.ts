import { expect, test } from '@jest/globals'
import { findCompose, runQuietly } from './commands.ts'
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

test('what a failed command says is the messages of its log', async () => {
  const log = JSON.stringify({
    severity: 'ERROR',
    message: 'the port is taken',
    error: { stack: ['at main'] },
  })
  const failed = runQuietly('/bin/sh', ['-c', `echo begins; echo '${log}'; exit 3`])
  await expect(failed).rejects.toThrow(/^sh ended with 3: begins\nthe port is taken$/)
})
