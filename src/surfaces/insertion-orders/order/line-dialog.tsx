import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { required } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders, type OrderCampaign } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { Problem } from '../../../kit/problem.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { Select } from '../../../ui/select/select.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { orderData, useOrder } from '../context.tsx'
import { pathOf } from '../order-path.ts'
import { useRefusalTexts } from './refusal-texts.ts'

type LineChoice = { readonly line: SelectedOption | null }

const rules = { line: [required] }

interface LineDialogProps {
  readonly campaign: OrderCampaign
  readonly onClose: () => void
}

/** Moves a linked campaign to another line of the order. */
export default function LineDialog({ campaign, onClose }: LineDialogProps) {
  const { t } = useLingui()
  const order = useOrder()
  const { run, mutate } = useMutate()
  const texts = useRefusalTexts()
  const { campaign_id, name } = campaign
  const options = useMemo(() => order.lines.map(({ line_id: id, name: label }) => ({ id, label })), [order.lines])
  const save = ({ line }: LineChoice) =>
    run(
      async () => {
        const call = { path: pathOf(order), body: { link: [{ campaign_id, line_id: Number(line?.id) }] } }
        const { results } = await mutate(insertionOrders.link, call, { version: order.version })
        const refusal = results.find((result) => result.refusal !== null)?.refusal
        if (refusal) throw new Problem({ kind: 'conflict', reply: { fields: [{ path: '', rule: refusal.code, ...refusal }] } })
      },
      { stale: orderData, title: t`Line changed`, text: name },
    )
  return (
    <ResourceFormDialog<LineChoice>
      name="campaign line"
      heading={<Trans>Change the line of {name}</Trans>}
      note={<Trans>Its earlier spend stays in its earlier line.</Trans>}
      label={t`Line of ${name}`}
      initial={{ line: options.find(({ id }) => id === campaign.line_id) ?? null }}
      rules={rules}
      save={save}
      texts={texts}
      submit={<Trans>Change line</Trans>}
      disabledBecause={({ isDirty }) => (isDirty ? undefined : t`Choose another line`)}
      onClose={onClose}
    >
      {(form) => <Select {...form.field('line', t`Line`)} options={options} isRequired noClear />}
    </ResourceFormDialog>
  )
}
