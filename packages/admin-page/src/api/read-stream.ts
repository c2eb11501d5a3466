/**
 * The pieces of a stream, each after `onProgress` with the bytes read so far. Not every browser can iterate streams yet.
 * @throws what the signal is aborted with
 */
export async function* readStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  onProgress: (readBytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  let read = 0
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) return
      read += value.length
      onProgress(read)
      yield value
    }
  } finally {
    await reader.cancel()
  }
}
