/**
 * Frees the memory of a buffer at once: the garbage collector sees only a small object, not the up to 16 MB of pixels
 * behind it.
 */
export function release({ buffer, byteLength }: Buffer): void {
  // Only if the buffer is not a part of a larger one.
  if (buffer.byteLength === byteLength && 'transfer' in buffer) buffer.transfer(0)
}
