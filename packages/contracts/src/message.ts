import type { z } from 'zod'

/** A message that one instance of a service answers. Thrown `ServiceError`s travel back with their code. */
export interface RequestContract<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: 'request'
  /** `catalog.<service>.<verb>` */
  subject: string
  input: Input
  output: Output
  /** How long the caller waits for the answer, in milliseconds. */
  timeoutMs: number
}

/** A request that streams bytes from the caller to one instance, which answers once it has read them. */
export interface UploadContract<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Trailer extends z.ZodType = z.ZodType,
> {
  kind: 'upload'
  subject: string
  input: Input
  /** Data that the caller knows only once the bytes are sent. */
  trailer: Trailer
  output: Output
  timeoutMs: number
}

/** A request answered with a head and then bytes from the instance to the caller. */
export interface DownloadContract<Input extends z.ZodType = z.ZodType, Head extends z.ZodType = z.ZodType> {
  kind: 'download'
  subject: string
  input: Input
  head: Head
  /** How long the caller waits for the head, in milliseconds. The bytes have no deadline of their own. */
  timeoutMs: number
}

/** A message stored in JetStream until one worker has finished it. */
export interface JobContract<Payload extends z.ZodType = z.ZodType> {
  kind: 'job'
  stream: string
  subject: string
  consumer: string
  payload: Payload
  ackWaitMs: number
  maxAckPending: number
  /**
   * NATS servers that keep a copy of the stream; an installation sets it. Undefined: unchanged, or one for a new
   * stream.
   */
  replicas?: number | undefined
}

const defaultTimeoutMs = 10_000

export function request<Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  { input, output, timeoutMs = defaultTimeoutMs }: { input: Input; output: Output; timeoutMs?: number },
): RequestContract<Input, Output> {
  return { kind: 'request', subject: `catalog.${name}`, input, output, timeoutMs }
}

export function upload<Input extends z.ZodType, Output extends z.ZodType, Trailer extends z.ZodType>(
  name: string,
  {
    input,
    trailer,
    output,
    timeoutMs = 60_000,
  }: { input: Input; trailer: Trailer; output: Output; timeoutMs?: number },
): UploadContract<Input, Output, Trailer> {
  return { kind: 'upload', subject: `catalog.${name}`, input, trailer, output, timeoutMs }
}

export function download<Input extends z.ZodType, Head extends z.ZodType>(
  name: string,
  { input, head, timeoutMs = 30_000 }: { input: Input; head: Head; timeoutMs?: number },
): DownloadContract<Input, Head> {
  return { kind: 'download', subject: `catalog.${name}`, input, head, timeoutMs }
}

export function job<Payload extends z.ZodType>(
  contract: Omit<JobContract<Payload>, 'kind'>,
): JobContract<Payload> {
  return { kind: 'job', ...contract }
}
