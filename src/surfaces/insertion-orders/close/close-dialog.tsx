import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders, type OrderRow } from '../../../contract/insertion-orders/insertion-orders.ts'
import { actionRule } from '../../../contract/insertion-orders/insertion-orders.rules.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import frameCss from '../../../parts/resource/detail.css'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { orderData, useOrders } from '../context.tsx'
import { pathOf } from '../order-path.ts'
import { useOrderProblemText, useReasonText } from '../words.ts'
import { CloseEffect, useCloseEffect } from './close-effect.tsx'

addStyles(frameCss)

type CloseValues = { readonly reason: string }

const reasonMax = 500
const rules = { reason: [required, maxLength(reasonMax)] }

/** An order that stays open, and why. */
interface Refused {
  readonly row: OrderRow
  readonly why: string
}

const RefusedOrders = ({ orders }: { readonly orders: readonly Refused[] }) => (
  <ul className="order-refused">
    {orders.map(({ row, why }) => (
      <li key={row.insertion_order_id}>
        <b>{row.name}</b> {why}
      </li>
    ))}
  </ul>
)

/** Closes the orders one by one; a refusal of one does not stop the others. */
function useCloseOrders() {
  const { t } = useLingui()
  const problemText = useOrderProblemText()
  const { send } = useRuntime()
  const { ask } = useElementContext()
  const { emit } = useOrders()
  const { run } = useMutate()
  const closeOne = async (row: OrderRow, body: { readonly last_edited_by: number; readonly reason: string }) => {
    const { insertion_order_id, version } = row
    if (!(await ask('ad-before-close', { insertion_order_id }))) return t`This page does not allow it.`
    return send(insertionOrders.close, { path: pathOf(row), body }, ifMatch(version)).then(
      ({ version_id }) => void emit('ad-insertion-order-closed', { insertion_order_id, version_id }),
      (error: unknown) => problemText(error, row),
    )
  }
  return (rows: readonly OrderRow[], body: { readonly last_edited_by: number; readonly reason: string }) =>
    run(
      async () => {
        const refused: Refused[] = []
        for (const row of rows) {
          const why = await closeOne(row, body)
          if (why === undefined) continue
          // A retry needs the latest version, for example after another person has changed the order.
          refused.push({ row: await send(insertionOrders.one, { path: pathOf(row) }).catch(() => row), why })
        }
        return refused
      },
      { stale: orderData },
    )
}

/** The orders that close, with what stops; for several orders only their names. */
function ClosingOrders({ orders, effect }: { readonly orders: readonly OrderRow[]; readonly effect: ReturnType<typeof useCloseEffect> }) {
  const { i18n } = useLingui()
  const [first, second] = orders
  if (!first) return null
  if (!second) return <CloseEffect order={first} {...effect} />
  const names = new Intl.ListFormat(i18n.locale).format(orders.map(({ name }) => name))
  return (
    <p>
      <Trans>These orders close now, and their campaigns stop: {names}.</Trans>
    </p>
  )
}

export interface CloseDialogProps {
  readonly rows: readonly OrderRow[]
  /** Selects exactly these rows: those that are still to close. */
  readonly onSelect?: (rows: readonly OrderRow[]) => void
  /** All orders are closed. */
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Closes orders for one reason, and names those that could not be closed. */
export default function CloseDialog({ rows, onSelect, onDone, onClose }: CloseDialogProps) {
  const { t } = useLingui()
  const { notify } = useElementContext()
  const reasonOf = useReasonText()
  const viewer = useViewer()
  const closeOrders = useCloseOrders()
  const [left, setLeft] = useState<readonly Refused[]>()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const name = rows[0]?.name ?? ''
  const tried = left?.map(({ row }) => row) ?? rows
  const excluded = tried.flatMap((row): Refused[] => {
    const rule = actionRule('close', row.status, row.proposed_version_id !== null)
    return rule === true ? [] : [{ row, why: reasonOf(rule, row) }]
  })
  const closable = tried.filter((row) => !excluded.some((item) => item.row === row))
  const { length } = closable
  const only = length === 1 ? (closable[0] ?? null) : null
  const effect = useCloseEffect(only)
  const save = async ({ reason }: CloseValues) => {
    if (userId === undefined) return
    const refused = await closeOrders(closable, { last_edited_by: userId, reason: reason.trim() })
    const closed = length - refused.length
    if (closed > 0) {
      if (rows.length === 1) notify({ kind: 'success', title: t`Order closed`, text: name })
      else notify({ kind: 'success', title: t`${plural(closed, { one: '# order closed', other: '# orders closed' })}` })
    }
    onSelect?.(refused.map(({ row }) => row))
    if (refused.length === 0) onDone()
    else setLeft(refused)
  }
  return (
    <ResourceFormDialog<CloseValues>
      name="order close"
      heading={rows.length === 1 ? t`Close ${name}?` : t`${plural(rows.length, { one: 'Close # order?', other: 'Close # orders?' })}`}
      note={<Trans>Amounts already charged stay charged. A closed order can’t be opened again.</Trans>}
      label={t`Close`}
      does="delete"
      initial={{ reason: '' }}
      rules={rules}
      save={save}
      done={(values, form) => form.reset({ ...values })}
      submit={length === 1 ? <Trans>Close order</Trans> : t`${plural(length, { one: 'Close # order', other: 'Close # orders' })}`}
      disabledBecause={() => {
        if (length === 0) return t`None of the selected orders can be closed`
        if (only && effect.hasFailed) return t`Select “Try again” to load what stops`
        if (only && !effect.effect) return t`Wait until the page shows what stops`
        return userId === undefined ? t`Sign in with a user account to close orders` : undefined
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {left && (
            <Callout
              kind="error"
              isAnnounced
              heading={rows.length === 1 ? <Trans>The order was not closed</Trans> : <Trans>These orders were not closed</Trans>}
            >
              <RefusedOrders orders={left} />
            </Callout>
          )}
          {!left && excluded.length > 0 && (
            <Callout kind="info" heading={<Trans>These orders stay as they are</Trans>}>
              <RefusedOrders orders={excluded} />
            </Callout>
          )}
          <ClosingOrders orders={closable} effect={effect} />
          <TextArea {...form.field('reason', t`Reason`)} maxLength={reasonMax} help={t`Both sides see it.`} />
        </>
      )}
    </ResourceFormDialog>
  )
}
