/** Caches the results of `make`, by text. */
export function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, Value>()
  return (text) => {
    let result = made.get(text)
    if (result === undefined) {
      result = make(text)
      made.set(text, result)
    }
    return result
  }
}
