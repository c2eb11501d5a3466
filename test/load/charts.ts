/** Values over time, or over whatever `x` is. */
export interface Series {
  name: string
  points: readonly { x: number; y: number }[]
}

export interface Range {
  name: string
  low: number
  high: number
  /** Shown next to the bar. */
  text: string
}

export const chartWidth = 880
const height = 240
const plot = { left: 64, right: chartWidth - 190, top: 34, bottom: height - 30 }
/** From the palette of Okabe and Ito, which is readable with colour blindness, light and dark. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8a000', '#56b4e9', '#7f7f7f', '#8c564b']

/**
 * Lines over minutes.
 * @param series with `x` in ms
 */
export function lineChart(title: string, unit: string, series: readonly Series[]): string {
  const all = series.flatMap(({ points }) => points)
  const end = Math.max(1, ...all.map(({ x }) => x))
  const most = roundUp(Math.max(...all.map(({ y }) => y), 0))
  const xOf = (x: number) => round(plot.left + (x / end) * (plot.right - plot.left))
  const yOf = (y: number) => round(plot.bottom - (y / most) * (plot.bottom - plot.top))
  const lines = series.map(({ name, points }, index) => {
    const colour = colours[index % colours.length]
    const path = points.map(({ x, y }) => `${xOf(x)},${yOf(y)}`).join(' ')
    const legendY = plot.top + 8 + 18 * index
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${path}"/>`,
      `<rect x="${plot.right + 16}" y="${legendY - 5}" width="12" height="4" fill="${colour}"/>`,
      `<text x="${plot.right + 34}" y="${legendY + 1}">${escaped(name)}</text>`,
    ].join('')
  })
  const marks = [0, 0.25, 0.5, 0.75, 1]
  const rows = marks.map((share) => {
    const y = yOf(share * most)
    return `<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${y}" y2="${y}"/><text x="${plot.left - 6}" y="${y + 4}" text-anchor="end">${short(share * most)}</text>`
  })
  const minutes = marks.map(
    (share) =>
      `<text x="${xOf(share * end)}" y="${plot.bottom + 18}" text-anchor="middle">${((share * end) / 60_000).toFixed(1)} min</text>`,
  )
  return picture(height, `${title} (${unit})`, [...rows, ...minutes, ...lines])
}

/** A bar from low to high for each, on a logarithmic scale of milliseconds. */
export function rangeChart(title: string, ranges: readonly Range[]): string {
  const rowHeight = 22
  const least = Math.min(1, ...ranges.map(({ low }) => low))
  const most = Math.max(10, ...ranges.map(({ high }) => high))
  const [left, right] = [190, chartWidth - 130]
  const xOf = (ms: number) => round(left + (Math.log(ms / least) / Math.log(most / least)) * (right - left))
  const bars = ranges.map(({ name, low, high, text }, index) => {
    const y = 36 + index * rowHeight
    return [
      `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${escaped(name)}</text>`,
      `<rect class="bar" x="${xOf(low)}" y="${y + 3}" width="${round(Math.max(2, xOf(high) - xOf(low)))}" height="14" rx="2"/>`,
      `<text x="${right + 8}" y="${y + 14}">${escaped(text)}</text>`,
    ].join('')
  })
  return picture(44 + ranges.length * rowHeight, title, bars)
}

/** A chart with its title. */
export function picture(tall: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartWidth} ${tall}" width="${chartWidth}" height="${tall}" role="img" aria-label="${escaped(title)}">
<rect class="page" x="0.5" y="0.5" width="${chartWidth - 1}" height="${tall - 1}" rx="6"/>
<text class="title" x="12" y="21">${escaped(title)}</text>
${parts.join('\n')}
</svg>
`
}

/** Of the page or picture that contains charts, light and dark. */
export const chartStyle = `
  svg { max-width: 100%; height: auto }
  .page { fill: #ffffff; stroke: #d1d9e0 }
  text { fill: #1f2328; font: 12px system-ui, sans-serif }
  .title { font-weight: 600 }
  .grid { stroke: #d1d9e0 }
  .bar { fill: #4c8ae0 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; stroke: #3d444d }
    text { fill: #f0f6fc }
    .grid { stroke: #3d444d }
    .bar { fill: #388bfd }
  }`

/** To 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10)
}

function short(value: number): string {
  if (value >= 1_000_000) return `${round(value / 1_000_000)} M`
  return value >= 10_000 ? `${round(value / 1_000)} k` : String(round(value))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
