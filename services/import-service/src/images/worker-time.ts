/*
 * Workers are shared by the time for which images occupy them. A run has the sum for its images (`image_worker_ms`, as
 * of `image_worker_at`), of which those of ten seconds ago count half, and those of twenty seconds a quarter; and what
 * is usual for one of them (`image_usual_ms`), to which each new one contributes a quarter.
 */

/** Until it is known what is usual, in milliseconds. */
export const guessedMs = 100
/**
 * Of images that usually take longer, one at most waits in the queue, where those of others wait behind it. They leave
 * a worker free within a minute after the shorter ones of a run, and two while a storefront is on trial.
 */
export const longMs = 200
export const shortLatelyMs = 60_000
