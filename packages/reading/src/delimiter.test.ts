import { expect, test } from '@jest/globals'
import { delimiters, findDelimiter } from './delimiter.ts'
import { sniff } from './sniff.ts'

test.each(delimiters)('a name of a column may hold other separators than %j', (delimiter) => {
  const others = delimiters.filter((other) => other !== delimiter).join(' ')
  const rows = [
    ['Name *', `Categories (x${others}${others}${others})`, `Images (${others}${others})`],
    ['Blue mug', 'Home', 'a.jpg'],
    ['Red cup', 'Home', ''],
  ]
  const text = rows.map((cells) => cells.join(delimiter)).join('\n')
  expect(findDelimiter(text, () => false)).toBe(delimiter)
  expect(sniff(Buffer.from(text)).delimiter).toBe(delimiter)
})

test.each([
  ['handle;title,or name,if any,at all;variant_price\n', ';'],
  ['handle,title;or;name;if;any,variant_price\nmug;a;b;c;d\n', ','],
  ['a title; in words; above,it\nhandle,title\n', ','],
  ['a,b;c;d\n1,2\n', ','],
  ['a,b;c;d\n', ';'],
  ['a,b;c\n"1,2\n3";4\n', ';'],
  ['a\nb\n', ','],
])('of %j it is %j', (text, delimiter) => {
  expect(sniff(Buffer.from(text)).delimiter).toBe(delimiter)
})
