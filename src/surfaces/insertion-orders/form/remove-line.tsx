import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { required } from '../../../contract/fields/fields.rules.ts'
import type { InsertionOrder, OrderCampaign } from '../../../contract/insertion-orders/insertion-orders.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import type { OrderForm } from './fields.tsx'
import { type LineValues, type OrderValues, removedLine } from './values.ts'

/** The campaigns of a line after the moves of the form. */
export const campaignsOfLine = (campaigns: readonly OrderCampaign[], { moves }: OrderValues, { line_id }: LineValues) =>
  campaigns.filter((campaign) => {
    const move = moves.find((one) => one.line_id === campaign.line_id)
    return line_id !== undefined && campaign.is_linked && (move ? move.to_line_id : campaign.line_id) === line_id
  })

/** The option of campaigns that get no line. */
const noLine = 0
const rules = { target: [required] }

interface RemoveLineDialogProps {
  readonly form: OrderForm
  readonly order: InsertionOrder
  readonly line: LineValues
  readonly campaigns: readonly OrderCampaign[]
  readonly onClose: () => void
}

/** Asks where the campaigns of a removed line go. */
export default function RemoveLineDialog({ form, order, line, campaigns, onClose }: RemoveLineDialogProps) {
  const { t, i18n } = useLingui()
  const { lines } = form.values
  const { name } = line
  // Campaigns spend from the lines in force, so a new line gets none before it is approved.
  const options = useMemo(() => {
    const others = lines.filter(({ line_id }) => line_id !== line.line_id && order.lines.some((own) => own.line_id === line_id))
    return [...others.map((other) => ({ id: other.line_id ?? noLine, label: other.name })), { id: noLine, label: t`No line` }]
  }, [lines, line.line_id, order.lines, t])
  const names = new Intl.ListFormat(i18n.locale).format(campaigns.map((campaign) => campaign.name))
  const remove = async ({ target }: { readonly target: SelectedOption | null }) => {
    const next = removedLine(form.values, line, Number(target?.id) || null)
    form.set('lines', next.lines)
    form.set('moves', next.moves)
  }
  return (
    <ResourceFormDialog<{ readonly target: SelectedOption | null }>
      name="removed line"
      heading={<Trans>Remove {name}</Trans>}
      note={
        order.status === 'approved' ? (
          <Trans>The campaigns move when you save, before the change is approved.</Trans>
        ) : (
          <Trans>The campaigns move when you save.</Trans>
        )
      }
      label={t`Campaigns of ${name}`}
      initial={{ target: null }}
      rules={rules}
      save={remove}
      submit={<Trans>Remove line</Trans>}
      onClose={onClose}
    >
      {(dialog) => (
        <>
          <p>
            <Trans>These campaigns spend from the line: {names}.</Trans>
          </p>
          <Select {...dialog.field('target', t`Move them to`)} options={options} isRequired noClear />
        </>
      )}
    </ResourceFormDialog>
  )
}
