import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Result } from '../../../contract/endpoint.ts'
import { insertionOrders, type OrderRow } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { money } from '../../../ui/format/format.ts'
import { LoadFailure } from '../load-failure.tsx'
import { pathOf } from '../order-path.ts'

type Effect = Result<typeof insertionOrders.closeEffect>

/** What closing an order stops; null reads nothing. Campaigns start and stop without the order, so an earlier response does not count. */
export function useCloseEffect(order: OrderRow | null) {
  const { data, error, isValidating, mutate } = useRead(insertionOrders.closeEffect, order && { path: pathOf(order) }, { freshForMs: 0 })
  return { effect: isValidating ? undefined : data, hasFailed: error !== undefined && !isValidating, retry: () => void mutate() }
}

/** The campaigns that stop, and the amount that is not spent. */
function EffectText({ order, effect: { campaigns, other_campaigns, unspent } }: { readonly order: OrderRow; readonly effect: Effect }) {
  const { i18n } = useLingui()
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
      {unspent !== null && (
        <p>
          <Trans>Not spent: {amount}.</Trans>
        </p>
      )}
    </>
  )
}

interface CloseEffectProps extends ReturnType<typeof useCloseEffect> {
  readonly order: OrderRow
}

/** What closing one order stops. */
export function CloseEffect({ order, effect, hasFailed, retry }: CloseEffectProps) {
  const { t } = useLingui()
  if (hasFailed) return <LoadFailure heading={t`Couldn’t load what stops`} onRetry={retry} />
  return (
    <div role="status" className="detail-part">
      {effect ? <EffectText order={order} effect={effect} /> : <Trans>Loading what stops…</Trans>}
    </div>
  )
}
