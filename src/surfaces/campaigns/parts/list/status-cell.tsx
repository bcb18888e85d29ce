import type { CampaignRow } from '../../../../contract/campaigns.ts'
import { reviewStatusIds } from '../../../../contract/statuses.ts'
import { useLabel } from '../../../../parts/client.tsx'
import { isHeldBack, type Remedy, type ServingSaid, useServingWords } from '../../../../parts/serving-words.ts'
import { NotServing, ReviewBadge, StatusBadge } from '../../../../ui/mark/status-badge.tsx'
import { Link, type LinkTarget } from '../../../../ui/place/link.tsx'
import { useCurrency } from '../currency.ts'
import { type Elsewhere, useElsewhere } from '../elsewhere.ts'

/** What a status is about: a campaign, or an ad group with its campaign's id. */
export type Stands = Pick<CampaignRow, 'campaign_id' | 'advertiser_id' | 'name' | 'status' | 'currency_code' | 'entities' | 'serving'> & {
  readonly review_status_id?: CampaignRow['review_status_id']
  readonly review_comment?: string
}

const places: Readonly<Record<Exclude<Remedy, 'funds' | 'limits'>, string>> = {
  order: '',
  budget: '?tab=budget',
  dates: '?tab=budget',
  bid: '/ad_groups',
  entities: '?tab=entities',
  ad_groups: '/ad_groups',
  review: '?tab=history',
}

/** Where something is helped that does not serve. */
export function remedyTarget(does: Remedy, { campaign_id, advertiser_id, name }: Stands, elsewhere: Elsewhere): LinkTarget {
  if (does === 'funds' || does === 'limits') return { onGo: () => elsewhere.funds(advertiser_id) }
  return elsewhere.campaign(campaign_id, name, places[does])
}

/** Why something serves or does not, with what helps. */
function Note({ said, of }: { readonly said: ServingSaid; readonly of: Stands }) {
  const elsewhere = useElsewhere()
  const { text, remedy } = said
  if (!remedy) return text
  return (
    <>
      {text} <Link target={remedyTarget(remedy.does, of, elsewhere)}>{remedy.label}</Link>
    </>
  )
}

/** What is said of how something stands, and why. */
function useStandSaid() {
  const words = useServingWords()
  const label = useLabel()
  const currencyOf = useCurrency()
  return ({ serving, currency_code, entities, review_comment = '' }: Stands) =>
    words(serving, { currency: currencyOf(currency_code), entities, label, reviewComment: review_comment })
}

/** The status of something with its reason and its remedy: what is on and yet is not shown says so first. */
export function StatusCell({ of }: { readonly of: Stands }) {
  const said = useStandSaid()(of)
  const { status, serving, review_status_id: review } = of
  const note = said.text ? <Note said={said} of={of} /> : undefined
  if (isHeldBack(serving.gate)) return <NotServing tone={said.tone} note={note} />
  const isReviewed = serving.gate === 'under_review' || serving.gate === 'denied'
  if (isReviewed || (review !== undefined && review !== reviewStatusIds.approved && status === 'pending'))
    return <ReviewBadge reviewStatusId={review ?? reviewStatusIds.under_review} note={note} />
  return <StatusBadge status={status} note={note} />
}
