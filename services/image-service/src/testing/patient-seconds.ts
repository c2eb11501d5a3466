/** Time limit for a step of decoding in tests that are not about time, long enough for a busy machine. */
export const patientSeconds = 60
