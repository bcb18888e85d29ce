import { Trans, useLingui } from '@lingui/react/macro'
import { type Receipt, wires } from '../../../contract/wires/wires.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { Pager, usePageStart } from '../../../parts/resource/pager.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { fundsData } from '../context.tsx'

const receiptsPerPage = 20
const unassigned = { field: 'advertiser_id', operation: 'IS NULL' } as const

function ReceiptTable({ receipts, total }: { readonly receipts: readonly Receipt[]; readonly total: number }) {
  const { t, i18n } = useLingui()
  const { clientId, advertiserId = 0, isReadonly } = useScope()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const path = { memberGroupId: clientId }
  const assign = async (receipt: Receipt) => {
    const amount = money(receipt.amount, receipt, i18n.locale)
    const sender = receipt.sender || t`Unknown`
    const isSure = await confirm({
      heading: t`Add ${amount} to the funds of this advertiser?`,
      text: t`Sent by ${sender}. This cannot be undone.`,
      does: 'continue',
      label: t`Assign receipt`,
    })
    if (!isSure) return
    const call = { path: { ...path, receiptId: receipt.receipt_id }, body: { advertiser_id: advertiserId } }
    await mutate(wires.assignReceipt, call, { version: receipt.version, stale: fundsData, title: t`Receipt assigned`, text: amount }).catch(
      showError(t`The receipt was not assigned`),
    )
  }
  const assignLabel = (receipt: Receipt) => {
    const subject = [money(receipt.amount, receipt, i18n.locale), receipt.sender || receipt.text].filter(Boolean).join(', ')
    return t`Assign to this advertiser: ${subject}`
  }
  const columns = [
    { id: 'sender', label: t`Sender`, isNumber: false },
    { id: 'text', label: t`Text`, isNumber: false },
    { id: 'amount', label: t`Amount`, isNumber: true },
    { id: 'received', label: t`Received`, isNumber: false },
    { id: 'acts', label: t`Actions`, isNumber: false },
  ]
  const rows = receipts.map((receipt) => ({
    id: String(receipt.receipt_id),
    cells: [
      receipt.sender || t`Unknown`,
      receipt.text,
      <Money key="amount" amount={receipt.amount} currency={receipt} />,
      <RelativeTime key="received" moment={receipt.received_at} zone="UTC" />,
      !isReadonly && (
        <Button key="acts" kind="plain" label={assignLabel(receipt)} onPress={() => void assign(receipt)}>
          <Trans>Assign to this advertiser</Trans>
        </Button>
      ),
    ],
  }))
  return (
    <section className="detail-part">
      {question}
      <h3>
        <Trans>Unassigned receipts</Trans>
      </h3>
      <p className="quiet">
        <Trans>The client received this money without a known reference.</Trans>
      </p>
      <Table caption={t`Unassigned receipts`} columns={columns} rows={rows} />
      <Pager label={t`Unassigned receipts`} name="receipts" size={receiptsPerPage} total={total} />
    </section>
  )
}

/** Money that the client received without a known reference, to be assigned to the advertiser of the page. */
export function UnassignedReceipts() {
  const { clientId } = useScope()
  const body = { pagination: { start: usePageStart('receipts'), count: receiptsPerPage }, filters: [unassigned] }
  const read = useRead(wires.receipts, { path: { memberGroupId: clientId }, body })
  return (
    <ResourceGate read={read} height={120} brokenHeading={<Trans>Couldn’t load the receipts</Trans>} missing={null}>
      {({ receipts, total }) => total > 0 && <ReceiptTable receipts={receipts} total={total} />}
    </ResourceGate>
  )
}
