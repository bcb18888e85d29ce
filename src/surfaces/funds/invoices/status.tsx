import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import type { InvoiceRow, InvoiceStatus } from '../../../contract/invoices/invoices.ts'
import type { Tone } from '../../../ui/badge/status-labels.ts'
import { Tag } from '../../../ui/badge/tag.tsx'

export const invoiceStatusWords: Readonly<Record<InvoiceStatus, MessageDescriptor>> = {
  open: msg`Open`,
  paid: msg`Paid`,
  partly_paid: msg`Partly paid`,
  overdue: msg`Overdue`,
  void: msg`Void`,
  uncollectible: msg`Uncollectible`,
}

const tones: Readonly<Record<InvoiceStatus, Tone>> = {
  open: 'info',
  paid: 'good',
  partly_paid: 'warn',
  overdue: 'bad',
  void: 'idle',
  uncollectible: 'bad',
}

/** The status of an invoice, and since when it is overdue. */
export function InvoiceStatusTag({ invoice }: { readonly invoice: InvoiceRow }) {
  const { i18n } = useLingui()
  const { status, days_overdue: days } = invoice
  return (
    <span className="row">
      <Tag text={i18n._(invoiceStatusWords[status])} tone={tones[status]} />
      {days > 0 && (
        <small>
          <Plural value={days} one="# day late" other="# days late" />
        </small>
      )}
    </span>
  )
}
