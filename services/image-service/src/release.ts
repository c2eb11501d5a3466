/**
 * Frees the memory of bytes at once: the garbage collector sees a small object, and not the up to 16 MB of pixels behind
 * it.
 */
export function release({ buffer, byteLength }: Buffer): void {
  // Only what is not a part of something else.
  if (buffer.byteLength === byteLength && 'transfer' in buffer) buffer.transfer(0)
}
