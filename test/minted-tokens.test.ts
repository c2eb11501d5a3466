import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { tokenVerifier } from '../services/gateway/src/access/authentication.ts'
import { readGatewayConfig } from '../services/gateway/src/config.ts'

const secret = 's'.repeat(32)
const cwd = fileURLToPath(new URL('../docs/integrate/', import.meta.url))
const env = { ...process.env, CATALOG_AUTH_SECRET: secret }

const commands = [
  { program: 'node', version: '--version', args: ['mint-token.mjs'] },
  { program: 'python3', version: '--version', args: ['mint_token.py'] },
  { program: 'php', version: '--version', args: ['mint_token.php'] },
  { program: 'go', version: 'version', args: ['run', 'mint_token.go'] },
]

function isHere({ program, version }: { program: string; version: string }): boolean {
  try {
    return execFileSync(program, [version], { stdio: 'pipe' }).length > 0
  } catch {
    return false
  }
}

// Of the languages that this machine has.
test.each(commands.filter(isHere))(
  'a token that the example for $program signs is accepted, with any name of a person',
  async ({ program, args }) => {
    const person = 'Änn “O’Hara” <ann@shop.example>'
    const token = execFileSync(program, [...args, 'north', person], { cwd, env, encoding: 'utf8' })
    const verify = tokenVerifier(readGatewayConfig({ CATALOG_AUTH_SECRET: secret }))
    expect(await verify(token.trim())).toEqual({
      person: { sub: person, name: null },
      storefrontId: 'north',
      scopes: new Set(['catalog:read', 'catalog:import', 'catalog:export']),
    })
  },
  120_000,
)
