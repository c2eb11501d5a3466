// Stops these processes once the process that started it has exited: its standard input closes even after a kill
// -9.
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive, send } from './processes.ts'

const processes = new Map<number, NodeJS.Signals>()
const folders: string[] = []

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, what = '', signal] = line.split(' ')
  if (verb === 'add') processes.set(Number(what), signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM')
  if (verb === 'remove') processes.delete(Number(what))
  if (verb === 'folder') folders.push(line.slice('folder '.length))
}

// The last added depends on the earlier ones, so it is stopped first.
for (const [pid, signal] of [...processes].toReversed()) {
  send(pid, signal)
  const deadline = Date.now() + 10_000
  while (isAlive(pid) && Date.now() < deadline) await wait(20)
  if (isAlive(pid)) send(pid, 'SIGKILL')
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true })
