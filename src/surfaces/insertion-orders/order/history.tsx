import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { array, is } from 'superstruct'
import type { RecordChange, RecordChangeKind } from '../../../contract/changes/changes.ts'
import type { FieldChange } from '../../../contract/changes/fields.ts'
import { insertionOrders, OrderLine } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { Changes, type ChangesOf } from '../../../parts/resource/changes.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { count, type CurrencyFormat, missingValue, money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { useOrder } from '../context.tsx'
import { pathOf } from '../order-path.ts'
import { changedLines, lineFieldLabel, termLabels } from './terms.ts'

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
  credited: msg`recorded a credit`,
  made_good: msg`recorded a make-good`,
}

const fieldLabels: Readonly<Record<string, MessageDescriptor>> = {
  ...termLabels,
  status: msg`Status`,
  internal_notes: msg`Internal notes`,
  lines: msg`Lines`,
  locale: msg`Language of the legal text`,
  version_id: msg`Version`,
  proposed_version_id: msg`Proposed version`,
  campaigns: msg`Campaigns`,
  line: msg`Line`,
  side: msg`Side`,
  approved_version_id: msg`Approved version`,
  continues_on_funds: msg`Continues on funds`,
  amount: msg`Amount`,
}

const sideWords: Readonly<Record<string, MessageDescriptor>> = { client: msg`Client`, advertiser: msg`Advertiser` }

const areLines = (value: unknown): value is OrderLine[] => is(value, array(OrderLine))

/** Names a changed field of a line: unique by the id, which is not shown, and with a label, which may not be unique. */
const lineField = (lineId: number, field: string, label: string) => `${lineId} ${field}\n${label}`
const shownLabel = (field: string) => field.slice(field.indexOf('\n') + 1)

/** Changed lines as one change for each of their fields, with values as text. */
function withLineFields(change: FieldChange, order: CurrencyFormat, i18n: I18n): FieldChange[] {
  const [before, after] = [change.before ?? [], change.after ?? []]
  if (change.field !== 'lines' || !areLines(before) || !areLines(after)) return [change]
  return changedLines(before, after, order, i18n).flatMap((line) =>
    line.fields.map(({ field, label, before: from, after: to }) => ({
      field: lineField(line.lineId, field, lineFieldLabel(line, label, i18n)),
      before: from,
      after: to,
    })),
  )
}

function useChanges(path: ReturnType<typeof pathOf>, pagination: { readonly start: number; readonly count: number }) {
  const { i18n } = useLingui()
  const order = useOrder()
  const read = useRead(insertionOrders.changes, { path, body: { pagination } }, { keepPreviousData: true })
  const { data, error, mutate, isValidating } = read
  // A new order has all its terms, which its first version shows.
  const rows = data?.changes.map((row) => ({
    ...row,
    fields: row.kind === 'created' ? [] : row.fields.flatMap((field) => withLineFields(field, order, i18n)),
  }))
  return { data: data && rows && { changes: rows, total: data.total }, error, mutate, isValidating }
}

function useWords() {
  const { i18n } = useLingui()
  const order = useOrder()
  return {
    what: ({ kind }: RecordChange) => i18n._(kindWords[kind] ?? msg`made changes`),
    labelOf: (field: string) => {
      const label = fieldLabels[field]
      return label ? i18n._(label) : shownLabel(field)
    },
    textOf: (field: string, value: unknown): string => {
      if (value === null || value === undefined || value === '') return missingValue
      if (Array.isArray(value)) return value.length > 0 ? new Intl.ListFormat(i18n.locale).format(value.map(String)) : missingValue
      if (typeof value === 'boolean') return i18n._(value ? msg`Yes` : msg`No`)
      if (typeof value === 'number') return count(value, i18n.locale)
      if (field === 'status') return statusLabel(String(value), i18n)
      if (field === 'total' || field === 'amount') return money(String(value), order, i18n.locale)
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
  return <Changes of={orderChanges} id={pathOf(order)} zone={order.time_zone} />
}
