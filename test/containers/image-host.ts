import { readFile } from 'node:fs/promises'
import { Wait } from 'testcontainers'
import type { StartedNetwork } from 'testcontainers'
import { paintPicture } from '../support/image-host.ts'
import { BoundContainer, upstream } from './engine.ts'

export interface ContainedImageHost {
  /** For CATALOG_IMAGE_ALLOWED_HOSTS. */
  host: string
  url(path: string): string
  /** Number of requests by path, for paths with this prefix. */
  asked(prefix: string): Promise<Record<string, number>>
  /** Delays all answers until `open` is called. */
  hold(): Promise<void>
  open(): Promise<void>
}

const port = 8090

/** A container that answers each path with a picture. */
export async function startImageHost(network: StartedNetwork): Promise<ContainedImageHost> {
  const program = await readFile(new URL('../cluster/helper-pod.mjs', import.meta.url), 'utf8')
  const container = await new BoundContainer(upstream('node'), 'image-host')
    .writable()
    .withNetwork(network)
    .withUser('10001')
    .withCopyContentToContainer([
      { content: program, target: '/program/helper-pod.mjs', mode: 0o444 },
      { content: await paintPicture('contained.jpg'), target: '/program/picture.jpg', mode: 0o444 },
    ])
    .withEntrypoint(['node', '/program/helper-pod.mjs'])
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forLogMessage('ready'))
    .start()
  // By IP address, since internal names are refused.
  const host = `${container.getIpAddress(network.getName())}:${port}`
  const tell = (path: string) =>
    fetch(`http://${container.getHost()}:${container.getMappedPort(port)}${path}`)
  return {
    host,
    url: (path) => `http://${host}${path}`,
    asked: async (prefix) => {
      const counts: Record<string, number> = JSON.parse(await (await tell('/asked')).text())
      return Object.fromEntries(Object.entries(counts).filter(([path]) => path.startsWith(prefix)))
    },
    hold: async () => void (await tell('/held')),
    open: async () => void (await tell('/open')),
  }
}
