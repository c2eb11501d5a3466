/** Caches the results of `make`, by text. */
export function remembered(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>()
  return (text) => {
    let result = made.get(text)
    if (result === undefined) {
      result = make(text)
      made.set(text, result)
    }
    return result
  }
}
