import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RecordChange, RecordChangeKind } from '../../../contract/changes/changes.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { Changes, type ChangesOf } from '../../../parts/resource/changes.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { count, type CurrencyFormat, missingValue, money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { useOrder } from '../context.tsx'
import { pathOf } from './order-path.ts'
import { termLabels } from './terms.ts'

/** Follows the name of the user, so each text starts with a verb. */
const kindWords: Partial<Readonly<Record<RecordChangeKind, MessageDescriptor>>> = {
  created: msg`created the order`,
  submitted: msg`submitted the order`,
  withdrawn: msg`withdrew the order`,
  approved: msg`approved the order`,
  ended: msg`ended the order`,
  closed: msg`closed the order`,
  linked: msg`linked a campaign`,
  unlinked: msg`unlinked a campaign`,
}

const fieldLabels: Readonly<Record<string, MessageDescriptor>> = {
  ...termLabels,
  status: msg`Status`,
  internal_notes: msg`Internal notes`,
  lines: msg`Lines`,
  version_id: msg`Version`,
  proposed_version_id: msg`Proposed version`,
  campaigns: msg`Campaigns`,
  side: msg`Side`,
  approved_version_id: msg`Approved version`,
  continues_on_funds: msg`Continues on funds`,
}

const sideWords: Readonly<Record<string, MessageDescriptor>> = { client: msg`Client`, advertiser: msg`Advertiser` }

/** A line of the order, or the name of a campaign. */
function itemText(item: unknown, currency: CurrencyFormat, i18n: I18n) {
  if (typeof item !== 'object' || item === null || !('name' in item)) return String(item)
  const amount = 'amount' in item ? money(String(item.amount), currency, i18n.locale) : ''
  return `${item.name} ${amount}`.trim()
}

/** A new order has all its terms, which its first version shows. */
const shownFields = ({ kind, fields }: RecordChange) => (kind === 'created' ? [] : fields)

function useChanges(path: ReturnType<typeof pathOf>, pagination: { readonly start: number; readonly count: number }) {
  const read = useRead(insertionOrders.changes, { path, body: { pagination } }, { keepPreviousData: true })
  const { data, error, mutate, isValidating } = read
  const rows = data?.changes.map((row) => ({ ...row, fields: shownFields(row) }))
  return { data: data && rows && { changes: rows, total: data.total }, error, mutate, isValidating }
}

function useWords() {
  const { i18n } = useLingui()
  const order = useOrder()
  return {
    what: ({ kind }: RecordChange) => i18n._(kindWords[kind] ?? msg`made changes`),
    labelOf: (field: string) => {
      const label = fieldLabels[field]
      return label ? i18n._(label) : field
    },
    textOf: (field: string, value: unknown): string => {
      if (value === null || value === undefined || value === '') return missingValue
      if (Array.isArray(value)) return value.map((item) => itemText(item, order, i18n)).join(', ') || missingValue
      if (typeof value === 'boolean') return i18n._(value ? msg`Yes` : msg`No`)
      if (typeof value === 'number') return count(value, i18n.locale)
      if (field === 'status') return statusLabel(String(value), i18n)
      if (field === 'total') return money(String(value), order, i18n.locale)
      if (field === 'start_date' || field === 'end_date') return dayText(String(value), i18n.locale, 'full')
      const side = field === 'side' ? sideWords[String(value)] : undefined
      return side ? i18n._(side) : String(value)
    },
  }
}

/** The history of an order. It has no undo: each change of the terms is a version that both sides approve. */
const orderChanges: ChangesOf<ReturnType<typeof pathOf>, RecordChange> = {
  useChanges,
  idOf: ({ change_id }) => change_id,
  useWords,
}

/** History tab. */
export function History() {
  const order = useOrder()
  return (
    <div className="order-panel">
      <Changes of={orderChanges} id={pathOf(order)} zone={order.time_zone} />
    </div>
  )
}
