import { Trans, useLingui } from '@lingui/react/macro'
import { type BalanceEvent, balances } from '../../../contract/money/balances.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { payments } from '../../../contract/payments/payments.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { DateText, DateTimeText } from '../../../ui/format/date-text.tsx'
import { money } from '../../../ui/format/format.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useAccount } from '../context.tsx'
import { useFundsLinks } from '../links.ts'
import { fundingTypeWords } from '../../../parts/billing/funding-type-words.ts'
import { eventWords, ownZone, reasonText, sourceWords } from '../words.ts'

function EntryValues({ entry, digits }: { readonly entry: BalanceEvent; readonly digits: number }) {
  const { t, i18n } = useLingui()
  const links = useFundsLinks()
  const { lot, campaign, ad_group, sources } = entry
  const paymentId = microsOf(entry.amount) > 0n ? sources.find(({ kind }) => kind === 'payment')?.id : undefined
  const account = useAccount()
  const payment = useRead(payments.one, paymentId === undefined ? null : { path: { ...account, paymentId } })
  const { refunded = '0' } = payment.data ?? {}
  const text = (amount: string) => money(amount, { currency_code: entry.currency_code, currency_digits: digits }, i18n.locale)
  const type = lot && fundingTypeWords[lot.funding_type_id]
  return (
    <KeyValues
      items={[
        { id: 'amount', label: t`Amount`, value: text(entry.amount) },
        { id: 'balance', label: t`Balance after it`, value: text(entry.balance) },
        { id: 'day', label: t`Date`, value: <DateText day={entry.day} /> },
        { id: 'at', label: t`Time`, value: <DateTimeText moment={entry.at} zone={ownZone()} /> },
        {
          id: 'campaign',
          label: t`Campaign`,
          value: campaign && <Link target={links.campaign(campaign.campaign_id)}>{campaign.name}</Link>,
        },
        { id: 'group', label: t`Ad group`, value: ad_group?.name },
        ...sources.map((source) => ({
          id: `${source.kind} ${source.id}`,
          label: i18n._(sourceWords[source.kind]),
          value: <Link target={links.source(source)}>{source.name}</Link>,
        })),
        ...(paymentId !== undefined && microsOf(refunded) > 0n
          ? [{ id: 'refunded', label: t`Refunded`, value: <Link target={links.paymentEntries(paymentId)}>{text(refunded)}</Link> }]
          : []),
        { id: 'user', label: t`Added by`, value: entry.user },
        { id: 'reason', label: t`Reason`, value: reasonText(entry.reason, i18n) },
        { id: 'reference', label: t`Reference`, value: entry.reference },
        ...(entry.request_id === null ? [] : [{ id: 'request', label: t`Request ID`, value: entry.request_id }]),
        ...(entry.provider_id === null ? [] : [{ id: 'provider', label: t`Provider ID`, value: entry.provider_id }]),
        ...(lot
          ? [
              { id: 'type', label: t`Funding type`, value: type && i18n._(type) },
              { id: 'left', label: t`Not used yet`, value: text(lot.left) },
              { id: 'expires', label: t`Valid until`, value: <DateText day={lot.expires_on} /> },
            ]
          : []),
      ]}
    />
  )
}

interface EntryDialogProps {
  readonly id: number
  readonly digits: number
  readonly onClose: () => void
}

/** One entry of the ledger: what moved the balance, for what, by whom, what took it back, and what is left of a credit. */
export default function EntryDialog({ id, digits, onClose }: EntryDialogProps) {
  const { t, i18n } = useLingui()
  const filters = [{ field: 'balance_event_id', operation: '=' as const, value: id }]
  const reply = useRead(balances.events, { path: useAccount(), body: { filters } })
  const found = reply.data?.balance_events.find(({ balance_event_id }) => balance_event_id === id)
  const missing = (
    <EmptyState heading={<Trans>Entry not found</Trans>} text={<Trans>It doesn’t exist, or you don’t have access to it.</Trans>} />
  )
  return (
    <Modal
      position="side"
      heading={found ? i18n._(eventWords[found.event_type]) : <Trans>Ledger entry</Trans>}
      note={t`Entry ${id}`}
      onClose={onClose}
      actions={[{ does: 'exit', label: <Trans>Close</Trans>, onPress: onClose }]}
    >
      <ResourceGate read={reply} height={320} brokenHeading={<Trans>Couldn’t load the entry</Trans>} missing={missing}>
        {() => (found ? <EntryValues entry={found} digits={digits} /> : missing)}
      </ResourceGate>
    </Modal>
  )
}
