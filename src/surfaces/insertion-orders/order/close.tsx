import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import type { Result } from '../../../contract/endpoint.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { money } from '../../../ui/format/format.ts'
import { orderData, useOrder, useOrders } from '../context.tsx'
import { LoadFailure } from './load-failure.tsx'
import { pathOf } from './order-path.ts'
import { useRefusalTexts } from './refusal-texts.ts'

const reasonMost = 500
const rules = { reason: [required, maxLength(reasonMost)] }

type Effect = Result<typeof insertionOrders.closeEffect>

/** The campaigns that stop, and the amount that is not spent. */
function CloseEffect({ campaigns, other_campaigns, unspent }: Effect) {
  const { i18n } = useLingui()
  const order = useOrder()
  const number = campaigns.length
  const amount = money(unspent, order, i18n.locale)
  return (
    <>
      {number + other_campaigns === 0 && (
        <p>
          <Trans>The order closes now. It stops no campaigns.</Trans>
        </p>
      )}
      {number > 0 && (
        <>
          <p>
            <Plural value={number} one="The order closes now. It stops # campaign:" other="The order closes now. It stops # campaigns:" />
          </p>
          <ul className="order-plain">
            {campaigns.map(({ campaign_id, name }) => (
              <li key={campaign_id} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
      {other_campaigns > 0 && (
        <p>
          {number > 0 ? (
            <Plural
              value={other_campaigns}
              one="It also stops # campaign that you don’t have access to."
              other="It also stops # campaigns that you don’t have access to."
            />
          ) : (
            <Plural
              value={other_campaigns}
              one="The order closes now. It stops # campaign that you don’t have access to."
              other="The order closes now. It stops # campaigns that you don’t have access to."
            />
          )}
        </p>
      )}
      <p>
        {unspent === null ? (
          <Trans>Amounts already charged stay charged.</Trans>
        ) : (
          <Trans>Not spent: {amount}. Amounts already charged stay charged.</Trans>
        )}
      </p>
    </>
  )
}

interface CloseDialogProps {
  readonly userId: number
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Closes an order for a reason, after showing what that stops. */
export default function CloseDialog({ userId, onDone, onClose }: CloseDialogProps) {
  const { t } = useLingui()
  const { ask } = useElementContext()
  const { emit } = useOrders()
  const { mutate } = useMutate()
  const order = useOrder()
  const texts = useRefusalTexts()
  const { insertion_order_id, name } = order
  // Campaigns start and stop without the order, so an earlier response does not count.
  const effect = useRead(insertionOrders.closeEffect, { path: pathOf(order) }, { freshForMs: 0 })
  const current = effect.isValidating ? undefined : effect.data
  const save = async ({ reason }: { readonly reason: string }) => {
    if (!(await ask('ad-before-close', { insertion_order_id }))) return undefined
    return mutate(
      insertionOrders.close,
      { path: pathOf(order), body: { last_edited_by: userId, reason: reason.trim() } },
      {
        version: order.version,
        stale: orderData,
        event: () => emit('ad-insertion-order-closed', { insertion_order_id, version_id: order.version_id }),
        title: t`Order closed`,
        text: name,
      },
    )
  }
  return (
    <ResourceFormDialog
      name="close order"
      heading={t`Close ${name}?`}
      label={t`Close`}
      initial={{ reason: '' }}
      rules={rules}
      save={save}
      texts={texts}
      done={onDone}
      submit={<Trans>Close order</Trans>}
      does="delete"
      disabledBecause={() => (current ? undefined : t`Wait until the page shows what stops`)}
      onClose={onClose}
    >
      {(form) => (
        <>
          {effect.error && !effect.isValidating ? (
            <LoadFailure heading={t`Couldn’t load what stops`} onRetry={() => void effect.mutate()} />
          ) : (
            <div role="status" className="order-section">
              {current ? <CloseEffect {...current} /> : <Trans>Loading what stops…</Trans>}
            </div>
          )}
          <TextArea {...form.field('reason', t`Reason`)} maxLength={reasonMost} />
        </>
      )}
    </ResourceFormDialog>
  )
}
