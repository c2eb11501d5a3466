import { expect, test } from '@jest/globals'
import { lineChart, rangeChart } from './charts.ts'

test('draws a line for each series, the largest value at the top', () => {
  const svg = lineChart('Processor', 'cores', [
    {
      name: 'gateway & more',
      points: [
        { x: 0, y: 0 },
        { x: 60_000, y: 2 },
      ],
    },
    {
      name: 'idle',
      points: [
        { x: 0, y: 0 },
        { x: 60_000, y: 0 },
      ],
    },
  ])
  expect(svg.match(/<polyline/g)).toHaveLength(2)
  expect(svg).toContain('points="64,210 690,34"')
  expect(svg).toContain('gateway &amp; more')
  expect(svg).toContain('1.0 min')
})

test('draws bars on a logarithmic scale', () => {
  const svg = rangeChart('Answers', [
    { name: 'read', low: 1, high: 10, text: '1 to 10' },
    { name: 'upload', low: 10, high: 100, text: '10 to 100' },
  ])
  const widths = [...svg.matchAll(/class="bar" x="[\d.]+" y="\d+" width="([\d.]+)"/g)].map(
    (match) => match[1],
  )
  expect(widths).toEqual(['280', '280'])
})

test('draws something of nothing', () => {
  expect(lineChart('Nothing', 'MB', [])).not.toMatch(/NaN|Infinity/)
  expect(rangeChart('Nothing', [])).not.toMatch(/NaN|Infinity/)
})
