import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { VisitOptions } from './support/browsing.ts'
import { focusIs, isInSight, tabTo } from './support/focus.ts'
import { chooseFile, see } from './support/journeys.ts'
import { priceList } from './support/price-lists.ts'
import { applied, edition, review } from './support/shops.ts'
import { useBrowsing } from './support/use-browsing.ts'

const browsing = useBrowsing()

/** What has the focus, by its name; after Tab, keys are pressed, and then another element may have it. */
type Step = readonly [tabTo: string | RegExp, keys: readonly string[], focus?: string | RegExp]

interface Flow {
  name: string
  open: (own: VisitOptions) => Promise<Page>
  steps: readonly Step[]
  end: (page: Page) => Promise<void>
}

const wrong = 'handle,title,status,variant_price\na,Amphore,active,9.00\nb,Becher,active,teuer\n'

const flows: readonly Flow[] = [
  {
    name: 'a mapping is changed and gone on from',
    open: async (own) => {
      const page = await browsing.visit({ ...own, expected: [422] })
      await chooseFile(page, { name: 'preise.csv', text: priceList() })
      await see(page.getByRole('heading', { name: 'Match your columns' }))
      return page
    },
    steps: [
      ['Bestand', ['Home'], 'Bestand'],
      [/^By SKU/, ['ArrowDown'], /^By title/],
      ['Update only products that exist', ['Space'], 'Update only products that exist'],
      ['Remember for files with these columns', ['Space'], 'Remember for files with these columns'],
      ['Continue to the preview', ['Enter'], 'Review import'],
    ],
    end: (page) => see(page.getByRole('heading', { name: 'Review import', level: 1 })),
  },
  {
    name: 'from the list, a product is left out, a cell corrected, a field kept, and the rest applied',
    open: async (own) => {
      await applied(browsing, own, 'handle,title,variant_price\na,Vase,9.00\n')
      return review(browsing, own, wrong)
    },
    steps: [
      [/^Keep in products that exist/, ['Enter'], /^Keep in products that exist/],
      ['Title', ['Space'], 'Title'],
      ['Skip to the products', ['Enter'], /^Products/],
      ['Becher', ['Enter'], 'Becher'],
      ['Edit the cell', ['Enter', 'ControlOrMeta+a', '7', 'Enter'], /^Products/],
      ['Import Becher', ['Space'], 'Import Becher'],
      [/^Apply 1 changed product/, ['Enter'], /^Import of/],
    ],
    end: (page) => see(page.getByText('Done: 1 product changed.')),
  },
  {
    name: 'the history is searched and narrowed, and an import undone from it',
    open: async (own) => {
      await applied(browsing, own, { name: 'frühjahr.csv', text: edition(1) })
      return browsing.visit({ ...own, path: 'runs' })
    },
    steps: [
      ['Search', ['f', 'r'], 'Search'],
      [/^Status/, ['C'], /^Status/],
      [/^Undo/, ['Enter'], 'Review: Undo of frühjahr.csv'],
      ['Undo these changes', ['Enter'], 'Undo of frühjahr.csv'],
    ],
    end: (page) => see(page.getByText('Done: 1 product changed.')),
  },
  {
    name: 'the catalog is exported',
    open: async (own) => {
      await applied(browsing, own, edition(1))
      return browsing.visit(own)
    },
    steps: [['Download CSV', ['Enter'], 'Download CSV']],
    end: (page) => see(page.getByText('Downloaded 1 product.')),
  },
]

test.each(flows.map((flow, index) => [flow.name, index, flow] as const))(
  'by keyboard alone, %s',
  async (_name, index, { open, steps, end }) => {
    const page = await open({ storefront: `keys-${index}` })
    for (const [target, keys, focus = target] of steps) {
      await tabTo(page, target)
      for (const key of keys) await page.keyboard.press(key)
      await focusIs(
        page,
        `in sight on ${String(focus)} after ${String(target)}`,
        (at) => isInSight(at) && (typeof focus === 'string' ? at.name === focus : focus.test(at.name)),
      )
    }
    await end(page)
    expect(await page.evaluate('document.activeElement !== document.body')).toBe(true)
  },
)
