/** All in milliseconds. Services use the defaults; tests shorten those that they wait for. */
export interface Times {
  /** Between two heartbeats. Both ends of an exchange must use the same: five missed ones are a heartbeat timeout. */
  heartbeatMs: number
  /** Limit for flushing before a connection is closed, and for stopping a pull. */
  drainMs: number
  /** How long one request to JetStream may take. */
  jetStreamMs: number
  /** How long one pull waits for a job. */
  pullMs: number
  /** Pause before the next pull after one that failed. */
  pullRetryMs: number
  /** How long to wait for a server at startup. */
  connectWaitMs: number
  /** Approximate pause between two attempts to connect. */
  connectRetryMs: number
  /** How long one attempt to connect may take. */
  connectTimeoutMs: number
  /** How long a server that is reachable takes to answer a ping. */
  pongMs: number
}

export const defaultTimes: Times = {
  heartbeatMs: 1_000,
  drainMs: 5_000,
  jetStreamMs: 5_000,
  pullMs: 2_000,
  pullRetryMs: 500,
  connectWaitMs: 30_000,
  connectRetryMs: 250,
  connectTimeoutMs: 5_000,
  pongMs: 2_000,
}
