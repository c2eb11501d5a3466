import { waitFor } from '../../../../test/support/wait-for.ts'

/** Waits until the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(condition.toString(), condition)
}
