import { Trans, useLingui } from '@lingui/react/macro'
import type { Serving } from '../../../contract/serving/serving.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { StatusSentence } from '../../../parts/campaigns/status-sentence.tsx'
import { todayIn } from '../../../parts/time/today.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { useCampaignLinks } from '../host-links.ts'
import type { CampaignHistoryRow } from '../../../contract/campaigns/edits.ts'

type Change = Pick<CampaignHistoryRow, 'fields' | 'ad_group' | 'user' | 'partner' | 'at' | 'comment'>

/** Finds the change that set the current status. Undefined when the newest status change set another one, so the platform set this one. */
export function changeThatSetStatus<C extends Change>(changes: readonly C[], status: string, adGroupId?: number): C | undefined {
  const newest = changes.find(
    ({ fields, ad_group }) => ad_group?.ad_group_id === adGroupId && fields.some(({ field }) => field === 'status'),
  )
  return newest?.fields.some(({ field, after }) => field === 'status' && after === status) ? newest : undefined
}

/** Number of changes to search. */
const changesMost = 200

interface StatusPanelProps {
  readonly status: string
  /** Set for ad groups only. */
  readonly adGroupId?: number | undefined
}

/** Explains why an item is paused or pending: since when, by which user, and with which comment. */
export function StatusPanel({ status, adGroupId }: StatusPanelProps) {
  const { t, i18n } = useLingui()
  const { campaign, at } = useCampaign()
  const linkTo = usePathLink()
  const { data } = useRead(campaigns.changes, { path: at, body: { pagination: { start: 0, count: changesMost } } })
  const change = changeThatSetStatus(data?.changes ?? [], status, adGroupId)
  const author = change && (change.user?.name ?? change.partner ?? undefined)
  const since = change && dayText(todayIn(new Date(change.at), campaign.time_zone), i18n.locale, 'full')
  const history = { label: t`View history`, target: linkTo(`${campaign.campaign_id}?tab=history`, campaign.name) }
  const { review_status_id: review, review_comment: denied } = campaign
  const isOfReview = adGroupId === undefined && status === 'pending' && review !== reviewStatusIds.approved
  return (
    <>
      <StatusSentence {...{ status, since, by: author }} remedy={history} />
      {'. '}
      {change?.comment && <q>{change.comment}</q>}{' '}
      {!isOfReview ? (
        <Trans>Set the status to Active to start serving.</Trans>
      ) : review === reviewStatusIds.under_review ? (
        <Trans>Under review. It serves once approved.</Trans>
      ) : (
        <>
          {denied && denied !== change?.comment && <q>{denied}</q>} <Trans>Rejected. Fix the issues and resubmit.</Trans>
        </>
      )}
    </>
  )
}

/** Advice for gates that no screen of this element can fix. */
export function GateAdvice({ gate, values }: Pick<Serving, 'gate' | 'values'>) {
  if (gate === 'client_paused') return <Trans>Ask the client’s administrator to activate it.</Trans>
  if (gate === 'advertiser_inactive') return <Trans>Ask the advertiser’s administrator to activate it.</Trans>
  if (gate === 'under_review') return <Trans>A reviewer will approve it or request changes.</Trans>
  if (gate === 'campaign_status') return <Trans>An ended campaign can’t be restarted, but you can copy it.</Trans>
  if (gate !== 'insertion_order') return null
  return (
    <>
      <OrderAdvice values={values} /> <OrderLink />
    </>
  )
}

function OrderAdvice({ values }: Pick<Serving, 'values'>) {
  if (values.status === 'ended' || values.status === 'closed') return <Trans>Assign another insertion order to resume.</Trans>
  if (values.status !== 'approved') return <Trans>Ask the person who approves insertion orders.</Trans>
  if (values.of === 'days') return <Trans>Change the days of the insertion order, or assign another one.</Trans>
  const isOfDays = values.start_date !== undefined || values.end_date !== undefined
  if (values.of === 'line' && isOfDays) return <Trans>Change the days of the line, or assign another line.</Trans>
  if (values.of === 'line') return <Trans>Increase the line of the insertion order, or assign another line.</Trans>
  return <Trans>Increase the insertion order or assign another one to resume.</Trans>
}

/** The way to the order of the campaign. */
function OrderLink() {
  const { campaign } = useCampaign()
  const hostLinks = useCampaignLinks()
  const { insertion_order_id: id } = campaign
  if (id === null) return null
  return (
    <Link target={{ onNavigate: () => hostLinks.insertionOrder(id) }}>
      <Trans>View insertion order</Trans>
    </Link>
  )
}
