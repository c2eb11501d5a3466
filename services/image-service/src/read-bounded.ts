/** All bytes of a body. Throws what `tooLong` makes as soon as there are more than `maxBytes`. */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
