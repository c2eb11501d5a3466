// npm run generate:rules: writes the Prometheus rules, which the chart and Terraform read, from the SLOs.
import { writeFile } from 'node:fs/promises'
import { writeRules } from './slo-rules.ts'

await writeFile(new URL('../../helm/catalog/slo-rules.yaml', import.meta.url), writeRules())
