import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { required } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders, type OrderCampaign } from '../../../contract/insertion-orders/insertion-orders.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
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

/** Moves a linked campaign to another line of the order. A dry run finds whether it has another order by now. */
export default function LineDialog({ campaign, onClose }: LineDialogProps) {
  const { t } = useLingui()
  const order = useOrder()
  const { send } = useRuntime()
  const { notify } = useElementContext()
  const { run } = useMutate()
  const texts = useRefusalTexts()
  const { confirm, question } = useConfirm()
  const { campaign_id, name } = campaign
  const options = useMemo(() => order.lines.map(({ line_id: id, name: label }) => ({ id, label })), [order.lines])
  /** The result for the campaign, which tells the other order that it leaves. */
  const link = async (change: { readonly line_id: number; readonly moves_from_id?: number | null }, isDryRun: boolean) => {
    const body = { link: [{ campaign_id, ...change }], ...(isDryRun && { dry_run: true }) }
    const { results } = await send(insertionOrders.link, { path: pathOf(order), body }, ifMatch(order.version))
    const refusal = results.find((result) => result.refusal !== null)?.refusal
    if (refusal) throw new Problem({ kind: 'conflict', reply: { fields: [{ path: '', rule: refusal.code, ...refusal }] } })
    return results[0]
  }
  const save = ({ line }: LineChoice) =>
    run(
      async () => {
        const line_id = Number(line?.id)
        const { moves_from: otherOrder = null, moves_from_id = null } = (await link({ line_id }, true)) ?? {}
        if (otherOrder !== null) {
          const isYes = await confirm({
            heading: t`Move ${name} from ${otherOrder}?`,
            text: t`The campaign left this order and now spends from ${otherOrder}. Its earlier spend stays there.`,
            does: 'continue',
            label: t`Move campaign`,
          })
          if (!isYes) return
        }
        await link({ line_id, moves_from_id }, false)
        notify({ kind: 'success', title: t`Line changed`, text: name })
      },
      { stale: orderData },
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
      {(form) => (
        <>
          {question}
          <Select {...form.field('line', t`Line`)} options={options} isRequired noClear />
        </>
      )}
    </ResourceFormDialog>
  )
}
