import type { ReactNode } from 'react'
import { missingValue } from '../format/format.ts'
import { addStyles } from '../theme/styles.ts'
import css from './badge.css'

addStyles(css)

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
        <dd>{value ?? <span className="quiet">{missingValue}</span>}</dd>
      </div>
    ))}
  </dl>
)
