import type { Client } from 'pg'
import { startImageHost } from './image-host.ts'
import type { ImageHost } from './image-host.ts'
import { startSystem } from './system.ts'
import type { System } from './system.ts'

/** A running system, a host of pictures that it may fetch from, and a connection to its database. */
export interface PicturedSystem extends AsyncDisposable {
  images: ImageHost
  system: System
  database: Client
}

/** @param importEnv further environment of import-service */
export async function startPicturedSystem(importEnv: Record<string, string> = {}): Promise<PicturedSystem> {
  await using undo = new AsyncDisposableStack()
  const images = undo.use(await startImageHost())
  const system = undo.use(
    await startSystem({
      env: { 'import-service': importEnv, all: { CATALOG_IMAGE_ALLOWED_HOSTS: images.host } },
    }),
  )
  const database = await system.database.connect()
  const started = undo.move()
  return { images, system, database, [Symbol.asyncDispose]: () => started.disposeAsync() }
}
