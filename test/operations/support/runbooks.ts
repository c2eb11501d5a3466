import { readdirSync, readFileSync } from 'node:fs'
import { commandsOf } from './shell-commands.ts'
import type { Command } from './shell-commands.ts'

export const runbooksFolder = new URL('../../../deploy/runbooks/', import.meta.url)
export const runbookNames = readdirSync(runbooksFolder).filter((name) => name.endsWith('.md'))

export function readRunbook(name: string): string {
  return readFileSync(new URL(name, runbooksFolder), 'utf8')
}

/** The blocks of code of a language, and with `sh` the commands in the text. */
export function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, of]) => of === language)
    .map(([, , text = '']) => text)
}

/** Every command of a page that begins with one of the programs: in blocks, and in the text between backticks. */
export function commandsOfPage(page: string, programs: string[]): Command[] {
  const inText = page
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .matchAll(/`((?:kubectl|helm|gcloud) [^`]+)`/g)
    .map(([, text = '']) => text)
  return [...blocksOf(page, 'sh'), ...inText]
    .flatMap((shell) => commandsOf(shell))
    .filter(([program = '']) => programs.includes(program))
}

/** Of `--name=value`, `--name value` and `-n value`; the rest are the command's words. */
export function readOptions(
  args: string[],
  withValue: ReadonlySet<string>,
): { words: string[]; options: Map<string, string[]>; after: string[] } {
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  const words: string[] = []
  const options = new Map<string, string[]>()
  for (let index = 0; index < own.length; index += 1) {
    const arg = own[index] ?? ''
    if (!arg.startsWith('-')) {
      words.push(arg)
      continue
    }
    const [name = '', ...rest] = arg.split('=')
    let value = rest.join('=')
    if (rest.length === 0 && withValue.has(name)) {
      index += 1
      value = own[index] ?? ''
    }
    options.set(name, [...(options.get(name) ?? []), value])
  }
  return { words, options, after: end < 0 ? [] : args.slice(end + 1) }
}
