import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Call } from '../../../contract/endpoint.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders, type OrderRow } from '../../../contract/insertion-orders/insertion-orders.ts'
import { linkRule } from '../../../contract/insertion-orders/insertion-orders.rules.ts'
import { maxPageSize } from '../../../contract/list.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { selectableStatuses } from '../../../contract/statuses.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { type FormOf, ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { dayRange, money } from '../../../ui/format/format.ts'
import type { Option, SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { campaignData } from '../campaign-data.ts'
import { useCampaign } from './gate.tsx'

/** The option of no order and of no line. */
const none = 0

/** What changes at an order. */
type LinkChange = NonNullable<Call<typeof insertionOrders.link>['body']>

type OrderChoice = { readonly order: SelectedOption | null; readonly line: SelectedOption | null }

const rules = { order: [required] }

/** The orders that the campaign may spend from, pending or approved, by name. */
function useOrderOptions() {
  const { t, i18n } = useLingui()
  const { campaign, today } = useCampaign()
  const { member_group_id: memberGroupId, currency_code, insertion_order_id } = campaign
  const filters = [
    { field: 'status', operation: 'IN' as const, value: [...selectableStatuses.pendingAndApproved] },
    { field: 'currency_code', operation: '=' as const, value: currency_code },
  ]
  const body = { filters, sort: [{ field: 'name', order: 'asc' as const }], pagination: { start: 0, count: maxPageSize } }
  const read = useRead(insertionOrders.report, { path: { memberGroupId }, body })
  const orders = read.data?.insertion_orders
  const options = useMemo(() => {
    const reasonOf = (order: OrderRow) => {
      // The amount of an order for all advertisers is not for each of them.
      const remaining = order.money === null ? 1n : microsOf(order.money.remaining)
      const result = linkRule({ ...order, remaining, isEnabled: true }, { ...campaign, is_linked: false })
      return result === true ? undefined : result.code
    }
    const others = orders?.flatMap((order): Option[] => {
      const { insertion_order_id: id, name, number, start_date, end_date, status } = order
      const reason = reasonOf(order)
      if (id === insertion_order_id || reason === 'other_advertiser' || end_date < today) return []
      const left = order.money && money(order.money.remaining, order, i18n.locale)
      const notes = [
        number,
        dayRange(start_date, end_date, i18n.locale, today),
        left && t`${left} left`,
        status === 'pending' && t`Not approved yet`,
      ]
      const disabledBecause = reason === undefined ? undefined : reason === 'no_remaining' ? t`It is used up` : t`It has other dates`
      return [{ id, label: name, note: notes.filter(Boolean).join(' · '), disabledBecause }]
    })
    return [...(insertion_order_id === null ? [] : [{ id: none, label: t`No insertion order` }]), ...(others ?? [])]
  }, [orders, campaign, insertion_order_id, today, i18n, t])
  return options
}

interface FieldsProps {
  readonly form: FormOf<OrderChoice>
  readonly options: readonly Option[]
}

/** The order, and its line. */
function OrderFields({ form, options }: FieldsProps) {
  const { t } = useLingui()
  const { campaign } = useCampaign()
  const insertionOrderId = Number(form.values.order?.id) || undefined
  const path = { memberGroupId: campaign.member_group_id }
  const lines = useRead(insertionOrders.one, insertionOrderId === undefined ? null : { path: { ...path, insertionOrderId } }).data?.lines
  const lineOptions = useMemo(() => lines?.map(({ line_id: id, name: label }) => ({ id, label })) ?? [], [lines])
  const order = form.field('order', t`Insertion order`)
  return (
    <>
      <Select
        {...order}
        options={options}
        isRequired
        noClear
        onChange={(option) => {
          order.onChange(option)
          form.set('line', null)
        }}
      />
      {lineOptions.length > 0 && <Select {...form.field('line', t`Line`)} options={lineOptions} placeholder={t`No line`} />}
    </>
  )
}

/** Gives the campaign another insertion order, or none. */
export default function OrderDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { notify } = useElementContext()
  const { run } = useMutate()
  const { campaign } = useCampaign()
  const options = useOrderOptions()
  const { campaign_id, member_group_id: memberGroupId, name, insertion_order_id: currentId, insertion_order_name: currentName } = campaign
  /** Changes the latest version of an order, because a link does not depend on what else changed. */
  const change = async (insertionOrderId: number, body: LinkChange) => {
    const path = { memberGroupId, insertionOrderId }
    const { version } = await send(insertionOrders.one, { path })
    const { results } = await send(insertionOrders.link, { path, body }, ifMatch(version))
    const isRefused = results.some(({ refusal }) => refusal !== null)
    const rule = t`The order can’t take this campaign any more. Choose another one.`
    if (isRefused) throw new Problem({ kind: 'invalid', reply: { fields: [{ path: 'order', rule }] } })
  }
  const save = ({ order, line }: OrderChoice) =>
    run(
      async () => {
        const orderId = Number(order?.id)
        const line_id = Number(line?.id) || null
        if (orderId !== none) await change(orderId, { link: [{ campaign_id, line_id, moves_from_id: currentId }] })
        else if (currentId !== null) await change(currentId, { unlink: [campaign_id] })
        notify({ kind: 'success', title: t`Insertion order changed`, text: name })
      },
      { stale: campaignData },
    )
  return (
    <ResourceFormDialog<OrderChoice>
      name="campaign order"
      heading={<Trans>Insertion order of {name}</Trans>}
      note={
        currentId === null ? (
          <Trans>From now on its spend is charged to the order.</Trans>
        ) : (
          <Trans>Its earlier spend stays in {currentName}.</Trans>
        )
      }
      label={t`Insertion order of ${name}`}
      initial={{ order: null, line: null }}
      rules={rules}
      save={save}
      submit={<Trans>Save</Trans>}
      onClose={onClose}
    >
      {(form) => <OrderFields form={form} options={options} />}
    </ResourceFormDialog>
  )
}
