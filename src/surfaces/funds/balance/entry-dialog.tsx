import { Trans, useLingui } from '@lingui/react/macro'
import type { BalanceEvent } from '../../../contract/money/balances.ts'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { DateText, DateTimeText } from '../../../ui/format/date-text.tsx'
import { money } from '../../../ui/format/format.ts'
import { eventWords, fundingTypeWords } from '../words.ts'

/** The time zone of the user's device. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

interface EntryDialogProps {
  readonly entry: BalanceEvent
  readonly digits: number
  readonly onClose: () => void
}

/** One entry of the ledger: what moved the balance, for what, by whom, and what is left of a credit. */
export default function EntryDialog({ entry, digits, onClose }: EntryDialogProps) {
  const { t, i18n } = useLingui()
  const { lot, campaign, ad_group } = entry
  const text = (amount: string) => money(amount, { currency_code: entry.currency_code, currency_digits: digits }, i18n.locale)
  const type = lot && fundingTypeWords[lot.funding_type_id]
  return (
    <Modal
      position="side"
      heading={i18n._(eventWords[entry.event_type])}
      note={t`Entry ${entry.balance_event_id}`}
      onClose={onClose}
      actions={[{ does: 'exit', label: <Trans>Close</Trans>, onPress: onClose }]}
    >
      <KeyValues
        items={[
          { id: 'amount', label: t`Amount`, value: text(entry.amount) },
          { id: 'balance', label: t`Balance after it`, value: text(entry.balance) },
          { id: 'day', label: t`Date`, value: <DateText day={entry.day} /> },
          { id: 'at', label: t`Time`, value: <DateTimeText moment={entry.at} zone={ownZone()} /> },
          { id: 'campaign', label: t`Campaign`, value: campaign?.name },
          { id: 'group', label: t`Ad group`, value: ad_group?.name },
          { id: 'user', label: t`Added by`, value: entry.user },
          { id: 'reason', label: t`Reason`, value: entry.reason },
          { id: 'reference', label: t`Reference`, value: entry.reference },
          ...(lot
            ? [
                { id: 'type', label: t`Funding type`, value: type && i18n._(type) },
                { id: 'left', label: t`Not used yet`, value: text(lot.left) },
                { id: 'expires', label: t`Valid until`, value: <DateText day={lot.expires_on} /> },
              ]
            : []),
        ]}
      />
    </Modal>
  )
}
