import { styleText } from 'node:util'

/** Prints a line for a person, with colours only if standard output is a terminal that supports them. */
export function say(line = ''): void {
  console.log(line)
}

export function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

export function dim(text: string): string {
  return styleText('dim', text, { stream: process.stdout })
}

export function green(text: string): string {
  return styleText('green', text, { stream: process.stdout })
}

export function yellow(text: string): string {
  return styleText('yellow', text, { stream: process.stdout })
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`
}
