import { green } from './terminal.ts'

const width = 36

/** A progress bar on a terminal; elsewhere a line for each tenth. */
export function showProgressBar(): (handled: number, total: number, note: string) => void {
  let lastTenth = -1
  return (handled, total, note) => {
    const share = total === 0 ? 1 : handled / total
    if (!process.stdout.isTTY) {
      const tenth = Math.floor(share * 10)
      if (tenth > lastTenth)
        console.log(`   ${String(tenth * 10).padStart(3)} %  ${handled} of ${total}  ${note}`)
      lastTenth = Math.max(tenth, lastTenth)
      return
    }
    const filled = Math.round(share * width)
    const bar = green('█'.repeat(filled)) + '░'.repeat(width - filled)
    process.stdout.write(
      `\r   ${bar} ${handled} of ${total}  ${note}\u001B[K${handled === total ? '\n' : ''}`,
    )
  }
}
