import type { RefusalDetail } from '@catalog/address-guard'
import { quoted, shortened } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import { issue, type RowPart } from './file-row.ts'

const advice: Record<RefusalDetail, string> = {
  syntax: 'Copy the picture’s address from your browser: it has no spaces',
  scheme: 'Write an address that begins with https:// or http://',
  credentials: 'It holds a user name or a password. Use one that anyone can open without signing in',
  port: 'It names a port other than 80 and 443. Use one without a colon and a number after the host',
  length: 'It is longer than 2,048 characters. Use a shorter one',
  literal: 'It is not on the public internet. Put the picture where anyone can open it',
  internal_name: 'Its host is not on the public internet. Put the picture where anyone can open it',
}

/** Warns of an image that will be rejected whatever its host answers. */
export function warnOfRefusal({ row, image }: RowPart, refusal: RefusalDetail): void {
  addIssue(
    row.warnings,
    issue(
      'image_not_fetchable',
      `The image ${quoted(image.url ?? '')} can never be fetched. ${advice[refusal]}.`,
      {
        column: 'image_url',
        value: shortened(image.url ?? '', 200),
        parameters: { case: refusal },
      },
    ),
  )
}
