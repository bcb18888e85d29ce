import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { array, is } from 'superstruct'
import type { RecordChange, RecordChangeKind } from '../../../contract/changes/changes.ts'
import type { FieldChange } from '../../../contract/changes/fields.ts'
import { insertionOrders, OrderLine } from '../../../contract/insertion-orders/insertion-orders.ts'
import { fundingTypeText } from '../../../parts/billing/funding-type-words.ts'
import { Changes } from '../../../parts/resource/changes.tsx'
import { recordHistory } from '../../../parts/resource/record-history.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { type CurrencyFormat, money } from '../../../ui/format/format.ts'
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
  attachment: msg`Document`,
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

/** A new order has all its terms, which its first version shows. */
function useShownFields() {
  const { i18n } = useLingui()
  const order = useOrder()
  return ({ kind, fields }: RecordChange) => (kind === 'created' ? [] : fields.flatMap((field) => withLineFields(field, order, i18n)))
}

function useValueText() {
  const { i18n } = useLingui()
  const order = useOrder()
  return (field: string, value: unknown) => {
    if (field === 'funding_type_id' && typeof value === 'number') return fundingTypeText(value, i18n)
    if (typeof value !== 'string' || value === '') return undefined
    if (field === 'status') return statusLabel(value, i18n)
    if (field === 'total' || field === 'amount') return money(value, order, i18n.locale)
    if (field === 'start_date' || field === 'end_date') return dayText(value, i18n.locale, 'full')
    const side = field === 'side' ? sideWords[value] : undefined
    return side && i18n._(side)
  }
}

/** The history of an order. It has no undo: each change of the terms is a version that both sides approve. */
const orderChanges = recordHistory(insertionOrders.changes, {
  kinds: kindWords,
  fields: fieldLabels,
  labelOf: shownLabel,
  useText: useValueText,
  useFields: useShownFields,
})

/** History tab. */
export function History() {
  const order = useOrder()
  return <Changes of={orderChanges} id={pathOf(order)} zone={order.time_zone} />
}
