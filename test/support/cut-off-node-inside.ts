// In the namespace of a node: listens at each `port=path` for the server behind that Unix socket, and sets the network to
// the state in each line of its input.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { passOn, startTcpProxy } from './tcp-proxy.ts'

setNetwork('up')
for (const door of process.argv.slice(2)) {
  const [port, path = ''] = door.split('=')
  await startTcpProxy({ path }, passOn, Number(port))
}
console.log('done')
for await (const state of createInterface({ input: process.stdin })) {
  if (state === 'down') while (hasUnacknowledged()) await pause(1)
  setNetwork(state)
  console.log('done')
}
process.exit()

/** Whether a connection still waits for the other side to confirm what it has sent, by the kernel's table. */
function hasUnacknowledged(): boolean {
  const [, ...connections] = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n')
  return connections.some((line) => !/^(\S+ +){4}0{8}:/.test(line.trim()))
}

function setNetwork(state: string): void {
  execFileSync('ip', ['link', 'set', 'lo', state])
}
