import { Trans, useLingui } from '@lingui/react/macro'
import { type ChargedCampaign, insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { money } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useOrder, useOrders } from '../context.tsx'
import { pathOf } from '../order-path.ts'

/** What is charged to the order, and how it differs from the sum of the entries that the link shows. */
function Charged({ spent, in_ledger }: ChargedCampaign) {
  const { i18n } = useLingui()
  const order = useOrder()
  const [charged, all] = [money(spent, order, i18n.locale), money(in_ledger, order, i18n.locale)]
  if (microsOf(spent) === microsOf(in_ledger)) return <Money amount={spent} currency={order} />
  return (
    <Trans>
      {charged} of {all} on these days is charged to this order
    </Trans>
  )
}

function CampaignList({ campaigns }: { readonly campaigns: readonly ChargedCampaign[] }) {
  const { t } = useLingui()
  const order = useOrder()
  const { emit } = useOrders()
  const { notify } = useElementContext()
  const open = ({ advertiser_id, campaign_id }: ChargedCampaign) => {
    const { start_date, end_date } = order
    const isHandled = !emit('ad-ledger-asked', { advertiser_id, campaign_id, start_date, end_date })
    if (!isHandled) notify({ kind: 'info', title: t`This page can’t open the ledger` })
  }
  return (
    <ul className="order-plain">
      {campaigns.map((campaign) => (
        <li key={campaign.campaign_id}>
          <Link target={{ onNavigate: () => open(campaign) }}>
            <span dir="auto">{campaign.name}</span>
          </Link>{' '}
          <Charged {...campaign} />
        </li>
      ))}
    </ul>
  )
}

function Entries() {
  const order = useOrder()
  const { data, error, mutate } = useRead(insertionOrders.campaigns, { path: pathOf(order) })
  if (error && !data)
    return <ResourceError problem={error} brokenHeading={<Trans>Couldn’t load the campaigns</Trans>} onRetry={() => void mutate()} />
  if (!data) return <LoadingSkeleton height={80} />
  const charged = data.campaigns.filter(({ spent }) => microsOf(spent) > 0n)
  if (charged.length === 0)
    return (
      <p className="quiet">
        <Trans>Nothing is charged to the order</Trans>
      </p>
    )
  const hasOther = charged.some(({ spent, in_ledger }) => microsOf(spent) !== microsOf(in_ledger))
  return (
    <>
      <CampaignList campaigns={charged} />
      {hasOther && (
        <p className="quiet">
          <Trans>The rest was spent before the campaign was linked, from another order, or from funds after the total was spent.</Trans>
        </p>
      )}
    </>
  )
}

/** Links from the campaigns of the order to their entries in the ledger, for users who may read funds. */
export function LedgerLinks() {
  const { noLedger } = useOrders()
  if (noLedger) return null
  return (
    <Gate permissions={['funds.read']} fallback={null}>
      <section className="detail-part" aria-labelledby="order-ledger">
        <h3 id="order-ledger">
          <Trans>Ledger entries by campaign</Trans>
        </h3>
        <Entries />
      </section>
    </Gate>
  )
}
