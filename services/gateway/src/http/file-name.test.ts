import { anyCharacter } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { fileNameOf, pathInHeader } from './file-name.ts'

describe('the name of a file', () => {
  test.each([
    ['spring.csv', 'spring.csv'],
    ['/home/mia/spring.csv', 'spring.csv'],
    ['C:\\fakepath\\spring.csv', 'spring.csv'],
    ['..\\../spring.csv', 'spring.csv'],
    ['../../etc/\u0000passwd', 'passwd'],
    ['Frühling 100% "neu".csv', 'Frühling 100% "neu".csv'],
    ['春.csv', '春.csv'],
    ['gpj.\u202evsc.csv', 'gpj.vsc.csv'],
    [' \u0007 ', null],
    ['folder/', null],
    ['folder\\ ', null],
    ['', null],
  ])('%j is %j', (path, name) => {
    expect(fileNameOf(path)).toBe(name)
  })

  test('is one segment of any path, visible, short, and the same again', () => {
    const segment = fc.string({ unit: anyCharacter, maxLength: 300 })
    const path = fc
      .array(fc.tuple(segment, fc.constantFrom('/', '\\')), { maxLength: 4 })
      .chain((folders) => segment.map((last) => folders.flat().join('') + last))
    fc.assert(
      fc.property(path, (text) => {
        const name = fileNameOf(text)
        if (name === null) return
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u)
        expect(name.length).toBeLessThanOrEqual(255)
        expect(name.isWellFormed()).toBe(true)
        expect(fileNameOf(`some/folder\\${name}`)).toBe(name)
      }),
    )
  })

  test('is found in a path of megabytes', () => {
    expect(fileNameOf('\\/'.repeat(500_000) + '\u202e'.repeat(1_000_000) + 'a.csv')).toBe('a.csv')
    expect(fileNameOf('x'.repeat(1_000_000))).toHaveLength(255)
  })
})

const asHeader = (text: string) => Buffer.from(text).toString('latin1')

describe('the path in a header', () => {
  test.each([
    ['attachment; filename=spring.csv', 'spring.csv'],
    ['attachment; filename="spring sale.csv"', 'spring sale.csv'],
    ['attachment; filename="say \\"sale\\".csv"', 'say "sale".csv'],
    [asHeader('attachment; filename="Frühling 春.csv"'), 'Frühling 春.csv'],
    ['attachment; filename="Fr\u00fchling.csv"', 'Frühling.csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''Fr%C3%BChling%20%E6%98%A5.csv", 'Frühling 春.csv'],
    ["attachment; FileName*=utf-8'de'%C3%83%C2%BC.csv", 'Ã¼.csv'],
    ["inline; filename*=iso-8859-1''Fr%FChling.csv", 'Frühling.csv'],
    ['attachment', ''],
    ['', ''],
    ['attachment; filename=', ''],
    ['attachment; filename="a.csv', ''],
    ['attachment; filename="a.csv"; filename="b.csv"', ''],
    ["attachment; filename*=UTF-8''%ZZ", ''],
    ["attachment; filename*=klingon''a", ''],
    ['nonsense = nonsense', ''],
  ])('%j is %j', (header, path) => {
    expect(pathInHeader(header)).toBe(path)
  })
})
