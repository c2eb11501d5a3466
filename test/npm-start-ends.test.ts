import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, jest, test } from '@jest/globals'
import { buildAdminPage } from '../deploy/local/admin-page.ts'
import { makeLocalHome, noProcesses, startMs, untilStarted } from './support/local-start.ts'
import { processesOf } from './support/processes-of.ts'
import { waitFor } from './support/wait-for.ts'

jest.setTimeout(3 * startMs)

// Built before the start is timed.
beforeAll(async () => void (await buildAdminPage()))

test('killed, npm start ends all of its processes; the next one has the same catalog, on another port if 8080 is in use, and leaves no process behind when it is stopped', async () => {
  await using other = createServer().listen(8080, '127.0.0.1')
  // Another program that has the port may free it at any time.
  const isHeld = await once(other, 'listening').then(
    () => true,
    () => false,
  )
  await using home = await makeLocalHome()
  const { base_url: baseUrl, token } = await untilStarted(home, home.run('start.ts'))
  const authorization = `Bearer ${token}`
  const upload = await fetch(`${baseUrl}/api/products/imports`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/csv' },
    body: 'handle,title,variant_price\nkept,Kept,1.00\n',
  })
  const { draft_id: draftId } = JSON.parse(await upload.text())
  await fetch(`${baseUrl}/api/products/imports/${draftId}/confirm`, {
    method: 'POST',
    headers: { authorization },
  })

  const { pid } = JSON.parse(await readFile(join(home.folder, 'start.json'), 'utf8'))
  process.kill(pid, 'SIGKILL')
  const next = home.run('start.ts')
  const { base_url: nextUrl, token: nextToken } = await untilStarted(home, next, token)
  const summary = await fetch(`${nextUrl}/api/products/summary`, {
    headers: { authorization: `Bearer ${nextToken}` },
  })
  expect(JSON.parse(await summary.text()).product_count).toBe(1)
  const { port } = new URL(nextUrl)
  if (isHeld) expect(port).not.toBe('8080')
  if (port !== '8080')
    expect(next.output()).toContain(`Port 8080 is taken by another program, so it is ${port} this time.`)

  next.child.kill('SIGINT')
  expect(await next.exitCode).toBe(0)
  expect(next.output()).toContain('Everything is stopped.')
  await noProcesses(home.folder)
})

test('stopped by Ctrl-C in the middle of its start, npm start leaves no process behind', async () => {
  await using home = await makeLocalHome()
  const start = home.run('start.ts', { group: true })
  await waitFor(
    'a first server',
    () => processesOf(home.folder).some((command) => /nats-server|postgres/.test(command)),
    { timeoutMs: startMs },
  )
  // As a terminal does: to npm, to the start and to everything that it has started.
  process.kill(-Number(start.child.pid), 'SIGINT')
  expect(await start.exitCode).toBe(0)
  expect(start.output()).not.toContain('Ready after')
  expect(processesOf(home.folder)).toEqual([])
})
