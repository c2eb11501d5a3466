import { spawn } from 'node:child_process'
import { mkdtempDisposable, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { endChild } from '../../deploy/local/processes.ts'
import { blocksOf, readRunbook } from '../operations/support/runbooks.ts'
import { outputOf, run, warningsIn } from './commands.ts'
import type { Lab } from './lab.ts'

/** An operator who has only a runbook, kubectl, helm, curl and psql. */
export interface Operator extends AsyncDisposable {
  /** Runs the one shell block that contains these words, unchanged except for namespace and port. */
  shell(words: string, variables?: Record<string, string>): Promise<string>
  /**
   * Runs the one statement that contains these words.
   * @returns its lines, with columns separated by `|`
   */
  statement(words: string, variables?: Record<string, string>): Promise<string>
  /** A token for reading, made as in operations.md. */
  readingToken(storefront: string): Promise<string>
}

const forwardLine = /^kubectl .*port-forward service\/catalog-gateway 8080:80 &$/m

/** @param name of a file in deploy/runbooks; its port-forward runs as long as the operator is there */
export async function callOperator({ tools, sql }: Lab, name: string): Promise<Operator> {
  await using undo = new AsyncDisposableStack()
  const page = readRunbook(name)
  // kubectl takes any free one.
  let port = ''
  const here = (text: string) =>
    text
      .replaceAll('-n shop', `-n ${tools.namespace}`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replaceAll('8080:80', `${port}:80`)

  const { path: folder } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-operator-')))
  await symlink(tools.helmPath(), join(folder, 'helm'))
  const path = `${folder}${delimiter}${process.env.PATH}`

  const execute = async (block: string, variables: Record<string, string>) => {
    const script = `set -euo pipefail\n${here(block).replace(/^.*port-forward.*&$/m, '')}`
    const answer = await run('bash', ['-c', script], { env: { PATH: path, ...variables } })
    tools.warnings.push(...warningsIn(answer.stderr))
    return outputOf(answer, block)
  }

  const [line] = forwardLine.exec(page) ?? []
  if (line === undefined) throw new Error(`${name} forwards no port`)
  const forward = spawn('bash', ['-c', `exec ${here(line).slice(0, -2)}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  undo.defer(() => endChild(forward, 'SIGTERM', 5_000))
  for await (const chunk of forward.stdout.iterator({ destroyOnReturn: false })) {
    port = /Forwarding from 127\.0\.0\.1:(\d+)/.exec(String(chunk))?.[1] ?? ''
    if (port !== '') break
  }
  forward.stdout.resume()

  const stack = undo.move()
  return {
    shell: (words, variables = {}) => execute(theOneWith(words, blocksOf(page, 'sh')), variables),
    statement: (words, variables = {}) => {
      const sets = Object.entries(variables).map(([key, value]) => `\\set ${key} '${value}'\n`)
      return sql(sets.join('') + theOneWith(words, blocksOf(page, 'sql')))
    },
    readingToken: async (storefront) => {
      const block = theOneWith('TOKEN=$(', blocksOf(readRunbook('operations.md'), 'sh'))
      return (await execute(`${block}echo "$TOKEN"`, { STOREFRONT_ID: storefront })).trim()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function theOneWith(words: string, blocks: string[]): string {
  const found = blocks.filter((block) => block.includes(words))
  const [one] = found
  if (one === undefined || found.length > 1) throw new Error(`${found.length} blocks hold: ${words}`)
  return one
}

/** Of lines as `kubectl logs --prefix` has them. */
export function fieldsOf(lines: string): Record<string, unknown>[] {
  return lines
    .split('\n')
    .filter((line) => line.includes('{'))
    .map((line): Record<string, unknown> => JSON.parse(line.slice(line.indexOf('{'))))
}
