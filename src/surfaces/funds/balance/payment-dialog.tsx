import { Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type PaymentState, payments } from '../../../contract/payments/payments.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import type { Tone } from '../../../ui/badge/status-labels.ts'
import { Tag } from '../../../ui/badge/tag.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { PrintReceipt, ReceiptLines } from '../add/receipt.tsx'
import type { FundsAccount } from '../context.tsx'
import { useFundsLinks } from '../links.ts'
import { declineTexts } from '../methods/words.ts'

const stateWords: Readonly<Record<PaymentState, { readonly text: MessageDescriptor; readonly tone: Tone }>> = {
  processing: { text: msg`Processing`, tone: 'info' },
  needs_action: { text: msg`Waiting for confirmation`, tone: 'warn' },
  succeeded: { text: msg`Succeeded`, tone: 'good' },
  declined: { text: msg`Declined`, tone: 'bad' },
  canceled: { text: msg`Canceled`, tone: 'idle' },
  refunded: { text: msg`Refunded`, tone: 'idle' },
}

interface PaymentDialogProps {
  readonly account: FundsAccount
  readonly paymentId: number
  readonly onClose: () => void
}

/** One payment: its amounts, its receipt to print, and its entries of the ledger. */
export default function PaymentDialog({ account, paymentId, onClose }: PaymentDialogProps) {
  const { i18n } = useLingui()
  const links = useFundsLinks()
  const read = useRead(payments.one, { path: { ...account, paymentId } })
  return (
    <Modal
      position="side"
      heading={<Trans>Payment {paymentId}</Trans>}
      onClose={onClose}
      actions={[{ does: 'exit', label: <Trans>Close</Trans>, onPress: onClose }]}
    >
      <ResourceGate
        read={read}
        height={240}
        brokenHeading={<Trans>Couldn’t load the payment</Trans>}
        missing={
          <EmptyState heading={<Trans>Payment not found</Trans>} text={<Trans>It doesn’t exist, or you don’t have access to it.</Trans>} />
        }
      >
        {(payment) => (
          <div className="pay-choices">
            <div className="row">
              <Tag text={i18n._(stateWords[payment.state].text)} tone={stateWords[payment.state].tone} />
              {payment.decline && <span>{i18n._(declineTexts[payment.decline])}</span>}
            </div>
            <ReceiptLines payment={payment} />
            {(payment.state === 'succeeded' || payment.state === 'refunded') && (
              <div className="row">
                <PrintReceipt payment={payment} />
                <Link target={links.paymentEntries(paymentId)}>
                  <Trans>Ledger entries of this payment</Trans>
                </Link>
              </div>
            )}
          </div>
        )}
      </ResourceGate>
    </Modal>
  )
}
