import type { ImageHost } from '../../support/image-host.ts'
import { readExample } from './read-example.ts'

/**
 * A shop whose products change in as many ways as an open one shows. A word at character 900 of the teapot's description
 * says what it is made of.
 */
export function kitchenShop(images: ImageHost): string {
  return readExample('kitchen.csv', images)
}

/** The same shop a season later, and two products that are new: one with twelve variants, one with a thousand. */
export function changedKitchen(images: ImageHost): string {
  return readExample('changed-kitchen.csv', images) + sampler()
}

/** As many variants as may be sold of one thing. */
function sampler(): string {
  const rows = Array.from({ length: 1_000 }, (_, index) => {
    const [title, option] = index === 0 ? ['Sampler', 'Glaze'] : ['', '']
    return `sampler,${title},,,SAM-${index + 1},${2 + (index % 5)}.00,,${option},Glaze ${index + 1},,,,,,\n`
  })
  return rows.join('')
}
