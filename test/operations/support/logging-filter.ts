import { fieldOf } from './log-entry.ts'
import type { LogEntry } from './log-entry.ts'

export type Filter = (entry: LogEntry) => boolean

/**
 * The part of Cloud Logging's query language that our filters are written in: `field="text"`, `field>=number`, AND,
 * OR, NOT and parentheses; AND may be left out. Text is compared without regard to case, as Logging does; OR binds closer than AND.
 * @throws SyntaxError of anything else
 */
export function parseFilter(text: string): Filter {
  const tokens = tokensOf(text)
  let position = 0
  const filter = all()
  if (position < tokens.length) throw new SyntaxError(`unexpected ${tokens[position]} in the filter`)
  return filter

  function all(): Filter {
    const parts = [some()]
    while (position < tokens.length && tokens[position] !== ')') {
      if (tokens[position] === 'AND') position += 1
      parts.push(some())
    }
    return (entry) => parts.every((part) => part(entry))
  }

  function some(): Filter {
    const parts = [one()]
    while (tokens[position] === 'OR') {
      position += 1
      parts.push(one())
    }
    return (entry) => parts.some((part) => part(entry))
  }

  function one(): Filter {
    const token = next()
    if (token === 'NOT') {
      const negated = one()
      return (entry) => !negated(entry)
    }
    if (token === '(') {
      const inner = all()
      if (next() !== ')') throw new SyntaxError('a parenthesis is not closed in the filter')
      return inner
    }
    return comparison(token)
  }

  function comparison(path: string): Filter {
    if (!isPath.test(path)) throw new SyntaxError(`${path} is not a field`)
    const operator = next()
    if (operator === '>=') {
      const least = Number(next())
      if (Number.isNaN(least)) throw new SyntaxError(`${path} is not compared with a number`)
      return (entry) => Number(fieldOf(entry, path)) >= least
    }
    if (operator !== '=') throw new SyntaxError(`${path} is compared in a way that is not known here`)
    const wanted = textOf(next())
    return (entry) => fieldOf(entry, path)?.toLowerCase() === wanted
  }

  function next(): string {
    const token = tokens[position]
    if (token === undefined) throw new SyntaxError('the filter ends too early')
    position += 1
    return token
  }
}

const isPath = /^[a-zA-Z_][\w-]*(\.([\w-]+|"[^"]+"))*$/
const nextToken = /\s*(?:(>=|[()=])|("(?:[^"\\]|\\.)*")|((?:[\w.-]|(?<=\.)"[^"]+")+))/y

function tokensOf(text: string): string[] {
  const found: string[] = []
  nextToken.lastIndex = 0
  while (nextToken.lastIndex < text.trimEnd().length) {
    const start = nextToken.lastIndex
    const match = nextToken.exec(text)
    if (match === null) throw new SyntaxError(`cannot read the filter from: ${text.slice(start)}`)
    found.push(match[0].trim())
  }
  return found
}

function textOf(token: string): string {
  const text = token.startsWith('"') ? token.slice(1, -1).replaceAll(/\\(.)/g, '$1') : token
  return text.toLowerCase()
}
