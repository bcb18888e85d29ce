import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { is } from 'superstruct'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { IsoDay } from '../../../contract/ids.ts'
import { insertionOrders, type InsertionOrder, type InsertionOrderConfig } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import type { Save } from '../../../parts/resource/form.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { orderData, useOrders } from '../context.tsx'
import { OrderMissing } from '../missing.tsx'
import { useReasonText } from '../words.ts'
import { Editable } from './editable.tsx'
import type { OrderForm as Form } from './fields.tsx'
import { OrderForm } from './form.tsx'
import { billingOf, changesTerms, notesOf, type OrderValues, termsOf, valuesOf } from './values.ts'

/** Says what saving does to an order that is not a draft. */
function EditNote({ order, form }: { readonly order: InsertionOrder; readonly form: Form }) {
  const { status, version_id: current, proposed_version_id: proposed } = order
  useExtension(form)
  if (status === 'pending')
    return (
      changesTerms(form.changes(), order) && (
        <Callout kind="info" heading={<Trans>This order is waiting for approval</Trans>}>
          <Trans>Saving changes makes it a draft again and drops its approvals. Submit it again afterwards.</Trans>
        </Callout>
      )
    )
  if (status !== 'approved') return null
  const next = proposed ?? current + 1
  return (
    <Callout kind="info" heading={<Trans>Saving proposes version {next}</Trans>}>
      <Trans>
        Version {current} stays in force until version {next} is approved.
      </Trans>{' '}
      {proposed !== null && <Trans>Version {proposed} is waiting for approval. Saving replaces it and drops its approvals.</Trans>}
    </Callout>
  )
}

/** Fills in the end date of a line from the address, such as `?line=2&end_date=2026-12-05`. The order ends no earlier than its lines. */
function useExtension(form: Form) {
  const { query } = usePath()
  const latest = useRef(form)
  latest.current = form
  const [lineId, end_date] = [parseId(query.get('line') ?? ''), query.get('end_date')]
  useEffect(() => {
    const { values, isDirty, set } = latest.current
    const line = values.lines.find(({ line_id }) => line_id === lineId)
    if (isDirty || !line || !is(end_date, IsoDay) || end_date <= line.end_date) return
    set(
      'lines',
      values.lines.map((one) => (one === line ? { ...line, end_date } : one)),
    )
    if (end_date > values.end_date) set('end_date', end_date)
  }, [lineId, end_date])
}

interface EditFormProps {
  readonly order: InsertionOrder
  readonly config: InsertionOrderConfig
}

function EditForm({ order, config }: EditFormProps) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { mutate } = useMutate()
  const { emit } = useOrders()
  const { member_group_id: memberGroupId, insertion_order_id: insertionOrderId, status } = order
  const path = { memberGroupId, insertionOrderId }
  const isApproved = status === 'approved'
  const next = order.proposed_version_id ?? order.version_id + 1
  const save = async (values: OrderValues, { changes, version }: Save<OrderValues>) => {
    if (Object.keys(changes).length === 0) return order
    const { po_number, internal_notes } = notesOf(values)
    const body = {
      // A new version has all terms, because it does not depend on what else is proposed.
      ...(changesTerms(changes, order) && termsOf(values)),
      // Without a change the address stays the one that both sides know, also if the advertiser has moved.
      ...(Object.keys(changes).some((field) => field.startsWith('billing.')) && { billing: billingOf(values) }),
      ...(values.moves.length > 0 && { moves: [...values.moves] }),
      ...('po_number' in changes && { po_number }),
      ...('internal_notes' in changes && { internal_notes }),
    }
    const isProposing = isApproved && changesTerms(changes, order)
    return mutate(
      insertionOrders.change,
      { path, body },
      {
        version,
        stale: orderData,
        // A proposed version is submitted when it is saved.
        event: ({ proposed_version_id }) =>
          isProposing &&
          proposed_version_id !== null &&
          emit('ad-insertion-order-submitted', { insertion_order_id: insertionOrderId, version_id: proposed_version_id }),
        title: isProposing ? t`Version ${next} proposed` : t`Order saved`,
      },
    )
  }
  const latest = async () => {
    const now = await send(insertionOrders.one, { path })
    return { values: valuesOf(now), version: now.version }
  }
  const submitLabel = (form: Form) => {
    if (!isApproved) return status === 'open' ? <Trans>Save draft</Trans> : <Trans>Save changes</Trans>
    return changesTerms(form.changes(), order) ? <Trans>Propose version {next}</Trans> : <Trans>Save changes</Trans>
  }
  return (
    <OrderForm
      heading={<Trans>Edit {order.name}</Trans>}
      label={t`Insertion order`}
      note={(form) => <EditNote order={order} form={form} />}
      config={config}
      order={order}
      initial={valuesOf(order)}
      latest={latest}
      submit={submitLabel}
      isSubmittable={status === 'open' || status === 'pending'}
      save={save}
    />
  )
}

/** The page that edits an order. Its id is in the path, or in the query at the administration's address. */
export default function EditOrder({ params }: { readonly params: ScreenParams }) {
  const { clientId } = useScope()
  const { query } = usePath()
  const reasonOf = useReasonText()
  const insertionOrderId = parseId(params.insertionOrderId ?? query.get('id') ?? '')
  const path = { memberGroupId: clientId }
  const config = useRead(insertionOrders.config, { path })
  const order = useRead(insertionOrders.one, insertionOrderId === undefined ? null : { path: { ...path, insertionOrderId } })
  if (insertionOrderId === undefined) return <OrderMissing />
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to insertion orders.</Trans>} />
  return (
    <ResourceGate
      read={order}
      brokenHeading={<Trans>Couldn’t load the order</Trans>}
      refused={refused}
      missing={<OrderMissing />}
      isForeign={({ member_group_id }) => member_group_id !== clientId}
    >
      {(loaded) => (
        <ResourceGate
          read={config}
          brokenHeading={<Trans>Couldn’t load the settings of insertion orders</Trans>}
          refused={refused}
          missing={refused}
        >
          {(settings) => (
            <Editable
              heading={<Trans>Edit {loaded.name}</Trans>}
              permission="insertion_orders.change"
              refusal={loaded.actions.change ? reasonOf(loaded.actions.change, loaded) : undefined}
              order={loaded}
            >
              {/* Another order has a form of its own, because its input must not be saved to this one. */}
              <EditForm key={insertionOrderId} order={loaded} config={settings} />
            </Editable>
          )}
        </ResourceGate>
      )}
    </ResourceGate>
  )
}
