import type { ReactNode } from 'react'
import { nothing } from '../format/format.ts'
import { wear } from '../theme/styles.ts'
import css from './badge.css'

wear(css)

export interface KeyValue {
  readonly id: string
  readonly label: string
  readonly value?: ReactNode
}

/** A list of labelled values; a missing value is a dash. */
export const KeyValues = ({ items }: { readonly items: readonly KeyValue[] }) => (
  <dl className="key-values">
    {items.map(({ id, label, value }) => (
      <div key={id}>
        <dt>{label}</dt>
        <dd>{value ?? <span className="quiet">{nothing}</span>}</dd>
      </div>
    ))}
  </dl>
)
