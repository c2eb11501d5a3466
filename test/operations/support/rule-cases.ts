import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

type Rule = 'unbound' | 'crossing' | 'mutable' | 'session' | 'migration'

const rules: Record<Rule, { found: Record<string, string[]>; passed?: string[] }> = parse(
  readFileSync(new URL('../sql-rules.yaml', import.meta.url), 'utf8'),
)

/** The statements of sql-rules.yaml that a rule finds, each with what it finds, and those that it lets pass. */
export function casesOf(rule: Rule): { found: { text: string; breach: string }[]; passed: string[] } {
  const { found, passed = [] } = rules[rule]
  return {
    found: Object.entries(found).flatMap(([breach, texts]) => texts.map((text) => ({ text, breach }))),
    passed,
  }
}
