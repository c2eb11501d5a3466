import { expect, test } from '@jest/globals'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'
import files from './testing/files-with-four-options.json' with { type: 'json' }

test.each(Object.entries(files))(
  '%s: a product with four options has one error in each row, and no other product has',
  async (dialect, lines) => {
    const { file, preview, products } = await importFixture(Buffer.from(lines.join('\n')))
    expect(file.dialect).toBe(dialect)
    const codes = preview.rows.map(({ errors }) => errors.map(({ code }) => code).join())
    expect(codes[0]).toBe('too_many_options')
    // In a file whose products list their variants, theirs wait for them.
    const ofVariants = dialect === 'magento2' ? 'product_invalid' : 'too_many_options'
    expect(new Set(codes.slice(1, -1))).toEqual(new Set([ofVariants]))
    expect(codes.at(-1)).toBe('')
    expect(products).toHaveLength(1)
  },
)
