/*
 * Workers are shared by the time for which images occupy them. A run has the sum for its images (`image_worker_ms`, as
 * of `image_worker_at`), of which those of ten seconds ago count half, and those of twenty seconds a quarter; and what
 * is usual for one of them (`image_usual_ms`), to which each new one contributes a quarter.
 */

/** Until it is known what is usual, in milliseconds. */
export const guessedMs = 100
/** Images that usually take longer do not wait in the queue, where those of others would wait behind them. */
export const longMs = 200
/** If they take longer than this, they leave one worker to the next storefront. */
export const veryLongMs = 500
