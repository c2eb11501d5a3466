#!/usr/bin/env node
import { SplitError } from '@catalog/reading/split'
import { CommanderError } from '@commander-js/extra-typings'
import { exitCodes } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { ApiError, CommandError, exitCodeOf } from './failures.ts'
import { printable } from './printable.ts'
import { runProgram } from './program.ts'
import { suggestMapping } from './suggest-mapping.ts'
import { createTerminal } from './terminal.ts'

const codes: Partial<Record<ExitCode, string>> = { [exitCodes.usage]: 'usage', [exitCodes.signIn]: 'sign_in' }

// If the reader of the output exits, such as `head`, the command ends.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<ExitCode> {
  const isJson = args.includes('--json')
  const terminal = createTerminal(process, { json: isJson })
  try {
    return await runProgram(args, { env: process.env, streams: process, terminal })
  } catch (error) {
    // It has been shown.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    terminal.settle()
    const problem = problemOf(error)
    const more = error instanceof ApiError ? suggestMapping(error.problem) : []
    for (const line of [problem.message, ...more]) process.stderr.write(`${printable(line)}\n`)
    terminal.sayJson({ error: problem })
    return exitCodeOf(error)
  }
}

function problemOf(error: unknown): { code: string; message: string } {
  if (error instanceof ApiError) {
    const { code, message, problem } = error
    return { ...problem, code, message }
  }
  if (error instanceof SplitError) {
    const { code, message, row } = error
    return { code, message, ...(row !== undefined && { row }) }
  }
  if (error instanceof CommandError)
    return { code: codes[error.exitCode] ?? 'failed', message: error.message }
  return {
    code: 'internal',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}
