import assert from 'node:assert/strict'
import { serviceNames } from '../../../deploy/local/services.ts'
import { csvOf } from '../../support/canonical-file.ts'
import type { Case } from '../case.ts'
import { ofRelease, release } from '../chart.ts'
import { nginxDirectives } from '../variants/s3.ts'

const productCount = 2_450

export const behindNginx: Case = {
  name: 'assigned users, and the largest file through nginx',
  run: async ({ api, tools, installation }) => {
    await installation.settle()
    for (const name of serviceNames) {
      const user = ['exec', `deployment/${release}-${name}`, '--', 'node', '-p', 'process.getuid()']
      assert.equal((await tools.kubectl(user)).trim(), '1000660000', name)
    }
    const ingress = ['get', 'ingress', ...ofRelease, '-o', 'jsonpath={.items[*].metadata.annotations}']
    assert.partialDeepStrictEqual(JSON.parse(await tools.kubectl(ingress)), nginxDirectives)

    const description = `<p>${'words '.repeat(700)}</p>`
    const products = Array.from({ length: productCount }, (_, index) => ({
      handle: `large-${index}`,
      title: `Large ${index}`,
      description_html: description,
      variant_price: '1',
    }))
    const file = csvOf(products)
    assert.ok(file.length > 10_200_000 && file.length <= 10 * 1024 * 1024, `${file.length} bytes`)
    const draft = await api.upload(file, { storefront: 'large' })
    assert.equal(draft.preview.adds, productCount)
    return `uploaded ${file.length} bytes to pods of user 1000660000`
  },
}
