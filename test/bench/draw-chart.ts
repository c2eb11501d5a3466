import { readFileSync, writeFileSync } from 'node:fs'
import { chartStyle, chartWidth, escaped, picture } from '../load/charts.ts'

/** A line with a goal in the table of docs/performance.md. */
interface Bar {
  what: string
  ratio: string
  goal: string
  /** Share of the goal: 1 just meets it, more misses it. */
  used: number
}

const labelWidth = 400
/** Pixels of a bar that just meets its goal. */
const goalWidth = 200
const barHeight = 22
const top = 34

const style = `<style>${chartStyle}
  .missed { fill: #c4500c }
  .goal { stroke: #1f2328; stroke-dasharray: 3 3 }
  @media (prefers-color-scheme: dark) {
    .missed { fill: #f0883e }
    .goal { stroke: #f0f6fc }
  }
</style>`

/**
 * Draws the table of findings (Markdown from `printFindings`) as SVG: a bar for each line with a goal, whose length is
 * the share of the goal, so that one vertical line marks all goals. For several ratios in a cell, the worst one counts.
 */
export function drawChart(markdown: string): string {
  const bars = markdown.split('\n').flatMap(readBar)
  const height = top + bars.length * barHeight + 8
  const goal = labelWidth + goalWidth
  return picture(height, 'Share of the goal that is used up: shorter is better', [
    style,
    `<text x="${goal}" y="20" text-anchor="middle">goal</text>`,
    ...bars.map(drawBar),
    `<line class="goal" x1="${goal}" y1="26" x2="${goal}" y2="${height - 8}"/>`,
  ])
}

function readBar(line: string): Bar[] {
  const [, what = '', , ratio = '', goal = ''] = line.split('|').map((cell) => cell.trim())
  const limit = /^([≤≥]) ([\d.]+)$/.exec(goal)
  const ratios = [...ratio.matchAll(/[\d.]+\d|\d/g)].map(Number)
  if (!limit || ratios.length === 0) return []
  const isMost = limit[1] === '≤'
  const worst = isMost ? Math.max(...ratios) : Math.min(...ratios)
  const number = Number(limit[2])
  return [{ what, ratio, goal, used: isMost ? worst / number : number / worst }]
}

function drawBar({ what, ratio, goal, used }: Bar, index: number): string {
  const y = top + index * barHeight
  const length = Math.max(1, Math.round(used * goalWidth))
  const isMissed = used > 1
  const figures = `${ratio} (${goal}${isMissed ? ', missed' : ''})`
  return [
    `<text x="${labelWidth - 8}" y="${y + 14}" text-anchor="end">${escaped(what)}</text>`,
    `<rect class="${isMissed ? 'missed' : 'bar'}" x="${labelWidth}" y="${y + 3}" width="${length}" height="14" rx="2"/>`,
    `<text x="${chartWidth - 12}" y="${y + 14}" text-anchor="end">${escaped(figures)}</text>`,
  ].join('')
}

if (import.meta.main) {
  const table = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
  writeFileSync(new URL('../../docs/performance.svg', import.meta.url), drawChart(table))
}
