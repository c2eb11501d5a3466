import type { ReactNode } from 'react'

/** A name and its value; without a value (null, false), it is not shown. */
export type Fact = readonly [name: string, value: ReactNode]

export function Facts({ facts, className }: { facts: readonly Fact[]; className: string | undefined }) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value !== null && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
