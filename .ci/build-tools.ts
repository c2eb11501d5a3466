// npm run tools [-- --cosign]: installs the programs that the tests start besides the system, once for all clones of this
// user. Most are built with Go; cosign takes longer than all others together.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findNatsServer } from '../deploy/local/nats-server.ts'
import { findTool } from '../deploy/local/tools.ts'
import { say, seconds } from '../deploy/local/terminal.ts'

const { values } = parseArgs({ options: { cosign: { type: 'boolean', default: false } } })
const options = { home: fileURLToPath(new URL('../.catalog', import.meta.url)), say }
const startedAt = performance.now()

// Side by side: while one downloads or links, the others compile. The second Helm needs little but what the first compiled.
const helm3 = findTool('helm3', options)
const tools = [
  findNatsServer(options),
  findTool('fakeGcsServer', options),
  findTool('oapiCodegen', options),
  findTool('oasdiff', options),
  findTool('openapiPythonClient', options),
  findTool('promtool', options),
  findTool('versitygw', options),
  helm3,
  helm3.then(() => findTool('helm4', options)),
  ...(values.cosign ? [findTool('cosign', options)] : []),
].map(async (tool) => {
  try {
    say(`${await tool} (${seconds(performance.now() - startedAt)})`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
})
await Promise.all(tools)
