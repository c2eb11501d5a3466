import type { Guard } from '../../deploy/local/processes.ts'

/** One line of the matrix. */
export interface Fault {
  name: string
  /** What is done to the system. */
  done: string
  /** Takes the time of an ack wait, or about as long. */
  isSlow?: boolean
  /** Answers how it ended; throws where something does not hold. */
  run(guard: Guard): Promise<string>
}
