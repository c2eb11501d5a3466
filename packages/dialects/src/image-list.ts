/** What separates the addresses of a list: only where another one follows, since an address may have commas. */
export const betweenImages = /(?<![\s,;|])[\s,;|]+(?=(?:https?:)?\/\/)/i
