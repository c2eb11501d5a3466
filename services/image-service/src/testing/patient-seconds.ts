/** What a step of decoding may take where its time is not what a test is about, on a busy machine too. */
export const patientSeconds = 60
