import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8's heap grow by this many percent before V8 marks it again. For a small heap it is 30 otherwise, and buffers
 * count: V8 would mark the heap for every few megabytes that pass through. Call it when the service starts; as a flag on
 * the command line, V8 would refuse the image's compile cache, which was made without it.
 */
export function letHeapGrow(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
