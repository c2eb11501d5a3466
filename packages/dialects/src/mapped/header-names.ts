import { createHash } from 'node:crypto'
import { plainText } from '@catalog/catalog'
import { collapsedHeader } from '../header-columns.ts'
import { isErrorColumn } from '../error-columns.ts'

/** A column's name as mappings compare it. */
export function columnKey(name: string): string {
  return collapsedHeader(plainText(name)).normalize('NFC')
}

/** A key that is equal for all headers with these names, in any order and case. */
export function headerKey(header: string[]): string {
  const names = header.filter((name) => !isErrorColumn(name)).map(columnKey)
  return createHash('sha256')
    .update(JSON.stringify(names.filter((name) => name !== '').sort()))
    .digest('base64url')
}
