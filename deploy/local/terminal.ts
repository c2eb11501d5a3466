import { styleText } from 'node:util'

/** Prints a line for a person, with colours only if standard output is a terminal that supports them. */
export function say(line = ''): void {
  console.log(line)
}

export const bold = styled('bold')
export const dim = styled('dim')
export const green = styled('green')
export const yellow = styled('yellow')

function styled(style: 'bold' | 'dim' | 'green' | 'yellow'): (text: string) => string {
  return (text) => styleText(style, text, { stream: process.stdout })
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`
}
