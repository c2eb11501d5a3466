import tables from './our-tables.json' with { type: 'json' }

/** Each is spread by storefront_id (capacity.md). */
export const ourTables: ReadonlySet<string> = new Set(tables)
