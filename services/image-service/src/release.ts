/**
 * Gives the memory of bytes that nobody needs any more back at once: the garbage collector sees a small object and not
 * what hangs on it (a picture's pixels are up to 16 MB).
 */
export function release({ buffer, byteLength }: Buffer): void {
  // Only what is not a part of something else.
  if (buffer.byteLength === byteLength && 'transfer' in buffer) buffer.transfer(0)
}
