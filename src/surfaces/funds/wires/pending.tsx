import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { type WireTransfer, wires } from '../../../contract/wires/wires.ts'
import { wireOutcome } from '../../../contract/money/funds.rules.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { Pager, usePageStart } from '../../../parts/resource/pager.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { CopyButton } from '../../../ui/badge/copy-button.tsx'
import { Tag } from '../../../ui/badge/tag.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { money } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { fundsData } from '../context.tsx'
import { WireInstructions } from './announce.tsx'

const transfersPerPage = 20

/** How a transfer waits, or how it has ended, such as "20.00 less" than announced. */
function WireStateTag({ wire }: { readonly wire: WireTransfer }) {
  const { t, i18n } = useLingui()
  const { state, amount, received, days_waiting } = wire
  if (state === 'canceled') return <Tag text={t`Canceled`} tone="idle" />
  if (state === 'waiting' || received === null)
    return <Tag tone="warn" text={t`${plural(days_waiting, { one: 'Waiting for # day', other: 'Waiting for # days' })}`} />
  const { outcome, difference } = wireOutcome(microsOf(amount), microsOf(received))
  if (outcome === 'exact') return <Tag text={t`Received`} tone="good" />
  const gap = money(decimalOf(difference), wire, i18n.locale)
  return outcome === 'short' ? <Tag text={t`Received, ${gap} less`} tone="warn" /> : <Tag text={t`Received, ${gap} more`} tone="good" />
}

function WireTable({ transfers }: { readonly transfers: readonly WireTransfer[] }) {
  const { t, i18n } = useLingui()
  const { clientId, advertiserId = 0, isReadonly } = useScope()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const { query, setQuery } = usePath()
  const shownId = parseId(query.get('transfer'))
  const shown = transfers.find(({ wire_transfer_id }) => wire_transfer_id === shownId)
  const close = () => setQuery({ transfer: undefined })
  const mayNot = useDisabledReason()({ permissions: ['funds.add'] })
  const cancel = async (wire: WireTransfer) => {
    const amount = money(wire.amount, wire, i18n.locale)
    const isSure = await confirm({
      heading: t`Cancel the transfer of ${amount}?`,
      text: t`Money that still arrives with its reference waits until an administrator assigns it.`,
      label: t`Cancel transfer`,
    })
    if (!isSure) return
    const path = { memberGroupId: clientId, advertiserId, wireTransferId: wire.wire_transfer_id }
    await mutate(wires.cancel, { path }, { version: wire.version, stale: fundsData, title: t`Transfer canceled` }).catch(
      showError(t`The transfer was not canceled`),
    )
  }
  const detailsLabel = ({ reference }: WireTransfer) => t`Details: ${reference}`
  const cancelLabel = ({ reference }: WireTransfer) => t`Cancel transfer: ${reference}`
  const copyLabel = ({ reference }: WireTransfer) => t`Copy reference ${reference}`
  const columns = [
    { id: 'reference', label: t`Reference`, isNumber: false },
    { id: 'amount', label: t`Announced`, isNumber: true },
    { id: 'received', label: t`Received`, isNumber: true },
    { id: 'state', label: t`Status`, isNumber: false },
    { id: 'acts', label: t`Actions`, isNumber: false },
  ]
  const rows = transfers.map((wire) => ({
    id: String(wire.wire_transfer_id),
    cells: [
      <span key="reference" className="row">
        {wire.reference}
        <CopyButton text={wire.reference} label={copyLabel(wire)} />
      </span>,
      <Money key="amount" amount={wire.amount} currency={wire} />,
      <Money key="received" amount={wire.received} currency={wire} />,
      <WireStateTag key="state" wire={wire} />,
      wire.state === 'waiting' && (
        <span key="acts" className="row">
          <Button kind="plain" label={detailsLabel(wire)} onPress={() => setQuery({ transfer: String(wire.wire_transfer_id) })}>
            <Trans>Details</Trans>
          </Button>
          {!isReadonly && (
            <Button kind="plain" label={cancelLabel(wire)} disabledBecause={mayNot} onPress={() => void cancel(wire)}>
              <Trans>Cancel transfer</Trans>
            </Button>
          )}
        </span>
      ),
    ],
  }))
  return (
    <>
      {question}
      <Table caption={t`Pending transfers`} columns={columns} rows={rows} />
      {shown && (
        <Modal heading={<Trans>Bank transfer</Trans>} actions={[{ does: 'exit', onPress: close }]} onClose={close}>
          <WireStateTag wire={shown} />
          <WireInstructions wire={shown} />
        </Modal>
      )}
    </>
  )
}

/** Announced bank transfers of the advertiser, those that wait first, and how the others have ended. */
export function PendingTransfers() {
  const { t } = useLingui()
  const { clientId, advertiserId = 0 } = useScope()
  const start = usePageStart('transfers')
  const call = { path: { memberGroupId: clientId, advertiserId }, body: { pagination: { start, count: transfersPerPage } } }
  const read = useRead(wires.report, call)
  const none = (
    <p className="quiet">
      <Trans>Bank transfers appear here once you announce one.</Trans>
    </p>
  )
  return (
    <section className="detail-part">
      <h3>
        <Trans>Pending transfers</Trans>
      </h3>
      <ResourceGate read={read} height={120} brokenHeading={<Trans>Couldn’t load the transfers</Trans>} missing={none}>
        {({ wire_transfers: transfers, total }) => (
          <>
            {total === 0 && none}
            {transfers.length > 0 && <WireTable transfers={transfers} />}
            <Pager label={t`Pending transfers`} name="transfers" size={transfersPerPage} total={total} />
          </>
        )}
      </ResourceGate>
    </section>
  )
}
