/** All in milliseconds. Services leave them at their defaults; tests shorten what they wait for. */
export interface Times {
  /** Between two heartbeats. Both ends of an exchange need the same: five that are missed are a heartbeat timeout. */
  heartbeatMs: number
  /** How long it may take to send what is written before a connection is closed, and to leave a pull. */
  drainMs: number
  /** How long one request to JetStream may take. */
  jetStreamMs: number
  /** How long one pull waits for a job. */
  pullMs: number
  /** Before the next pull, where the last one failed. */
  pullRetryMs: number
  /** How long to wait for a server at the start. */
  connectWaitMs: number
  /** Before the next attempt to connect, about. */
  connectRetryMs: number
}

export const defaultTimes: Times = {
  heartbeatMs: 1_000,
  drainMs: 5_000,
  jetStreamMs: 5_000,
  pullMs: 2_000,
  pullRetryMs: 500,
  connectWaitMs: 30_000,
  connectRetryMs: 250,
}
