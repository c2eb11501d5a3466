/** Values in a storage of the browser, by name; null where it has none, or allows no storage. */
export function stored<Name extends string>(storage: () => Storage) {
  return {
    read: (name: Name): string | null => {
      try {
        return storage().getItem(`catalog.${name}`)
      } catch {
        return null
      }
    },
    write: (name: Name, value: string | null): void => {
      try {
        if (value === null) storage().removeItem(`catalog.${name}`)
        else storage().setItem(`catalog.${name}`, value)
      } catch {
        // Storage is full or forbidden: the value lasts until the page is closed.
      }
    },
  }
}

/**
 * Settings that this browser stores between visits. `parts`: it stores remaining parts of a file, of any storefront.
 */
export const { read: readSetting, write: writeSetting } = stored<
  'language' | 'theme' | 'storefronts' | 'parts'
>(() => localStorage)
