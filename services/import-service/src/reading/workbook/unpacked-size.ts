const directoryEnd = 0x06054b50
const directoryEntry = 0x02014b50

/**
 * The unpacked bytes of all parts of an archive according to its directory; undefined if the directory is damaged or of
 * the kind for very large archives. A part that turns out to be larger is not read further.
 */
export function unpackedSize(bytes: Buffer): number | undefined {
  const end = bytes.lastIndexOf(endMark)
  if (end < 0 || end + 22 > bytes.length) return undefined
  let at = bytes.readUInt32LE(end + 16)
  let size = 0
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== directoryEntry) return undefined
    size += bytes.readUInt32LE(at + 24)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return size
}

const endMark = Buffer.alloc(4)
endMark.writeUInt32LE(directoryEnd)
