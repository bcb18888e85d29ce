import { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import { channelLabel, labelIn, pacingLabels, periodLabels } from '../../../parts/campaigns/labels.ts'
import { useLabel, useCurrency, withBidDigits } from '../../../parts/scope/client.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { count } from '../../../ui/format/format.ts'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { DateRangeText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { Since } from '../../../parts/time/since.tsx'
import { useCampaignLinks } from '../host-links.ts'
import { Pager, usePageStart } from '../../../parts/resource/pager.tsx'
import { entitiesPage, entitiesPerPage, pathOf } from './calls.ts'
import { ReviewAdGroups } from './ad-groups.tsx'
import { PlacementPreview } from './placement.tsx'
import { useViewedPages } from './unviewed.ts'
import { type CampaignRow, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { campaignImageEndpoints } from '../../../contract/images/images.ts'
import { Tag } from '../../../ui/badge/tag.tsx'
import { ImageFigure } from '../images/image-figure.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CampaignHistoryRow } from '../../../contract/campaigns/edits.ts'
import { PartError, useReviewPart } from './loaded-parts.tsx'

/** All images of a campaign; those replaced since the last decision have a tag. */
function ReviewImages({ row }: { readonly row: CampaignRow }) {
  const { t } = useLingui()
  const { data, error, mutate } = useReviewPart('pictures', campaignImageEndpoints.list, { path: pathOf(row) })
  if (error && !data) return <PartError name={t`Images`} problem={error} onRetry={() => void mutate()} />
  if (!data) return <div className="skeleton-block picture" />
  if (data.pictures.length === 0)
    return (
      <p className="quiet">
        <Trans>This campaign has no images.</Trans>
      </p>
    )
  return (
    <section className="review-pictures" aria-label={t`Images`}>
      {data.pictures.map((picture) => (
        <ImageFigure key={picture.experience_asset_id} path={pathOf(row)} picture={picture}>
          <b>
            {picture.name} {picture.is_replaced && <Tag tone="warn" text={t`Replaced`} />}
          </b>
        </ImageFigure>
      ))}
    </section>
  )
}

/** Number of changes to search for comments. */
const changesMost = 100

const isDecision = ({ kind, undone_by }: CampaignHistoryRow) => kind === 'denied' || (kind === 'approved' && undone_by === null)

/** Comments for the reviewer since the last decision that was not undone. Expects the changes newest first. */
export function commentsSince(changes: readonly CampaignHistoryRow[]): readonly CampaignHistoryRow[] {
  const decided = changes.findIndex(isDecision)
  return changes.slice(0, decided < 0 ? undefined : decided).filter(({ comment }) => comment !== null && comment.trim() !== '')
}

function ReviewComment({ row }: { readonly row: CampaignRow }) {
  const { t } = useLingui()
  const { member_group_id: memberGroupId, advertiser_id: advertiserId, campaign_id: campaignId } = row
  const { data, error, mutate } = useReviewPart('comment', campaigns.changes, {
    path: { memberGroupId, advertiserId, campaignId },
    body: { pagination: { start: 0, count: changesMost } },
  })
  if (error && !data) return <PartError name={t`Comment`} problem={error} onRetry={() => void mutate()} />
  const comments = commentsSince(data?.changes ?? [])
  if (comments.length === 0) return null
  return (
    <section aria-label={t`Comment`}>
      {comments.map(({ campaign_change_id: id, user, partner, comment }) => {
        const who = user?.name ?? partner ?? t`System`
        return (
          <p key={id}>
            <Trans>
              {who}: <q>{comment}</q>
            </Trans>
          </p>
        )
      })}
    </section>
  )
}

function CampaignSummary({ row }: { readonly row: CampaignRow }) {
  const { t, i18n } = useLingui()
  const currency = useCurrency()(row.currency_code)
  const { plural } = useLabel()
  const today = useToday()
  return (
    <KeyValues
      items={[
        { id: 'advertiser', label: t`Advertiser`, value: row.advertiser_name },
        {
          id: 'budget',
          label: t`Budget`,
          value: (
            <>
              <Money amount={row.budget} currency={currency} /> · {labelIn(periodLabels, row.budget_period, i18n)}
            </>
          ),
        },
        { id: 'days', label: t`Dates`, value: <DateRangeText start={row.start_date} end={row.end_date} today={today} /> },
        { id: 'channel', label: t`Channel`, value: channelLabel(row.channel, i18n) },
        { id: 'goal', label: t`Goal`, value: row.goal_type && `${row.goal_type} ${row.goal_roas ?? ''}` },
        { id: 'pacing', label: t`Pacing`, value: labelIn(pacingLabels, row.pacing, i18n) },
        { id: 'groups', label: t`Ad groups`, value: count(row.ad_groups, i18n.locale) },
        { id: 'entities', label: plural, value: count(row.entities, i18n.locale) },
        { id: 'made', label: t`Submitted`, value: <Since moment={row.submitted_at ?? row.created_at} /> },
      ]}
    />
  )
}

/** The advertised entities with their bids. */
function ReviewEntities({ row }: { readonly row: CampaignRow }) {
  const { t } = useLingui()
  const { singular, plural } = useLabel()
  const start = usePageStart('entities')
  const currency = withBidDigits(useCurrency()(row.currency_code))
  const today = useToday()
  const body = entitiesPage(today, start)
  const { data, error, isValidating, mutate } = useReviewPart('entities', adGroupEntities.campaignReport, { path: pathOf(row), body })
  const read = data && !isValidating ? { shown: data.entities.length, total: data.total } : undefined
  const total = useViewedPages('entities', plural, { start, read })
  if (error && !data) return <PartError name={plural} problem={error} onRetry={() => void mutate()} />
  if (!total) return null
  return (
    <>
      {data ? (
        <Table
          caption={plural}
          columns={[
            { id: 'name', label: singular, isNumber: false },
            { id: 'category', label: t`Category`, isNumber: false },
            { id: 'group', label: t`Ad group`, isNumber: false },
            { id: 'bid', label: t`Bid`, isNumber: true },
          ]}
          rows={data.entities.map(({ entity_id, ad_group_id, name, category, ad_group_name, effective_bid }) => ({
            id: `${ad_group_id} ${entity_id}`,
            cells: [name, category, ad_group_name, <Money key="bid" amount={effective_bid} currency={currency} />],
          }))}
        />
      ) : (
        <LoadingSkeleton height={240} />
      )}
      <Pager label={plural} name="entities" size={entitiesPerPage} total={total} />
    </>
  )
}

/** Everything that a reviewer checks. */
export function ReviewDetail({ row }: { readonly row: CampaignRow }) {
  const hostLinks = useCampaignLinks()
  return (
    <>
      <div className="review-title">
        <h3>{row.name}</h3>
        <Link target={hostLinks.campaign(row.campaign_id, row.name)}>
          <Trans>Open campaign</Trans>
        </Link>
      </div>
      <ReviewComment row={row} />
      <PlacementPreview row={row} />
      <ReviewImages row={row} />
      <CampaignSummary row={row} />
      <ReviewAdGroups row={row} />
      <ReviewEntities row={row} />
    </>
  )
}
