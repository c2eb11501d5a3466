import sharp from 'sharp'
import type { Sharp } from 'sharp'

/** A picture of one colour: red 200, green 100, blue 50. */
export function flat(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#c86432' } })
}
