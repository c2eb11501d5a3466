const endMarker = Buffer.from([0xff, 0xd9])
/** Of frames whose coefficients are coded by Huffman: baseline, extended, progressive. */
const frames = new Set([0xc0, 0xc1, 0xc2])
const scan = 0xda

/** A JPEG without its end marker, as some cameras and uploads leave it, with one; undefined if more than that is gone. */
export function withEndMarker(bytes: Buffer): Buffer | undefined {
  // The zeros of a file that was never filled would decode to something.
  const isFilled = bytes.subarray(-8).some((byte) => byte !== 0)
  return isFilled && hasAllScans(bytes) ? Buffer.concat([bytes, endMarker]) : undefined
}

/** Whether no scan is missing: a progressive JPEG that was cut between two would be shown blurred. */
function hasAllScans(bytes: Buffer): boolean {
  /** By component, for each of its coefficients the lowest bit that the scans have. */
  const bits = new Map<number, Uint8Array>()
  let at = bytes.indexOf(0xff)
  while (at !== -1 && at + 4 <= bytes.length) {
    const marker = bytes.readUInt8(at + 1)
    const isAlone = marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd9)
    const end = isAlone ? at + (marker === 0xff ? 1 : 2) : at + 2 + bytes.readUInt16BE(at + 2)
    const segment = bytes.subarray(at + 4, end)
    if (frames.has(marker)) {
      for (let component = 6; component < segment.length; component += 3)
        bits.set(segment[component] ?? 0, new Uint8Array(64).fill(1))
    }
    if (marker === scan) {
      const count = segment[0] ?? 0
      const [from = 0, to = 0, precision = 0] = segment.subarray(1 + 2 * count)
      for (let index = 0; index < count; index++)
        bits.get(segment[1 + 2 * index] ?? 0)?.fill(precision & 0x0f, from, to + 1)
    }
    at = bytes.indexOf(0xff, end)
  }
  return [...bits.values()].every((lowest) => lowest.every((bit) => bit === 0))
}
