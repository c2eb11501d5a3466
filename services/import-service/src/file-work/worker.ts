// A thread that works on one file at a time, with a connection to the database of its own.
import { workerData } from 'node:worker_threads'
import { context, propagation } from '@opentelemetry/api'
import { flushTraces } from '@catalog/telemetry'
import { whenReachable } from '../database-errors.ts'
import { connectDatabase } from '../database.ts'
import { prepareDraft } from '../prepare-draft.ts'
import { asAnswer } from './job.ts'
import type { Answer, Job, WorkerData } from './job.ts'

const { databaseUrl }: WorkerData = workerData
const { database } = connectDatabase(databaseUrl, { maxConnections: 1 })

export default async function work({ key, bytes, trace }: Job): Promise<Answer> {
  const asked = propagation.extract(context.active(), trace)
  try {
    return await context.with(asked, () =>
      asAnswer(() => whenReachable(() => prepareDraft(database, key, bytes))),
    )
  } finally {
    void flushTraces()
  }
}
