// npm run generate:rules: the rules of Prometheus, which the chart and Terraform read, from what is promised.
import { writeFile } from 'node:fs/promises'
import { writeRules } from './slo-rules.ts'

await writeFile(new URL('../../helm/catalog/slo-rules.yaml', import.meta.url), writeRules())
