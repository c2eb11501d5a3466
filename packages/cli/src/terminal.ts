import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { types } from 'node:util'
import { printable } from './printable.ts'

export interface Streams {
  stdin: Readable & { isTTY?: boolean | undefined }
  stdout: Writable & { isTTY?: boolean | undefined }
  stderr: Writable & { isTTY?: boolean | undefined; columns?: number | undefined }
}

export type Terminal = ReturnType<typeof createTerminal>

/** Output of a command. Results go to standard output; progress and questions to standard error. */
export function createTerminal({ stdin, stdout, stderr }: Streams, { json }: { json: boolean }) {
  const replaces = stderr.isTTY === true
  let shown = ''
  let told = ''
  /** Ends the line of `progress`. */
  const settle = () => {
    if (shown !== '') stderr.write('\r\u001B[K')
    shown = ''
  }
  return {
    isJson: json,
    /** Prints a line of the result; nothing with `--json`. */
    say(line: string): void {
      settle()
      if (!json) stdout.write(`${printable(line)}\n`)
    },
    /** Prints the result as JSON with `--json`; otherwise nothing. */
    sayJson(document: object): void {
      settle()
      if (json) stdout.write(`${JSON.stringify(document, null, 2)}\n`)
    },
    /**
     * Shows the current step and its progress: on a terminal, a line that the next call replaces; elsewhere, one line
     * per step.
     */
    progress(what: string, howFar?: string): void {
      if (replaces) {
        const line = printable(howFar === undefined ? `${what} …` : `${what}: ${howFar} …`)
        if (line !== shown) stderr.write(`\r\u001B[K${line.slice(0, (stderr.columns ?? 80) - 1)}`)
        shown = line
      } else if (what !== told) {
        stderr.write(`${printable(what)} …\n`)
        told = what
      }
    },
    settle,
    /** Whether questions can be asked. */
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    async ask(question: string): Promise<boolean> {
      settle()
      const lines = createInterface({ input: stdin, output: stderr })
      // Ctrl-C and Ctrl-D mean no; without this, the end of the input would leave the question pending.
      const left = once(lines, 'close').then(() => '\n')
      lines.on('SIGINT', () => lines.close())
      try {
        const answered = lines.question(`${printable(question)} [y/N] `).catch(noWhereLeft)
        const answer = await Promise.race([answered, left])
        if (answer === '\n') stderr.write(answer)
        return /^y(es)?$/i.test(answer.trim())
      } finally {
        lines.close()
      }
    },
  }
}

function noWhereLeft(error: unknown): string {
  if (types.isNativeError(error) && error.name === 'AbortError') return '\n'
  throw error
}

/** `1 row`, `5,000 rows`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : several}`
}
