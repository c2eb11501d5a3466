import { setTimeout as pause } from 'node:timers/promises'

/** Waits until the condition holds; throws where it does not within `limitMs`, before Jest would. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 200_000): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not so within ${limitMs} ms: ${condition.toString()}`)
    await pause(10)
  }
}
