import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { useLabel, useCurrency } from '../../../parts/scope/client.tsx'
import { isNotServing, type Remedy, type ServingText, useServingText } from '../detail/serving-words.ts'
import { NotServing, ReviewBadge, StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { reviewStatuses } from '../../../ui/badge/status-labels.ts'
import { Link, type LinkTarget } from '../../../ui/navigation/link.tsx'
import { type CampaignLinks, useCampaignLinks } from '../host-links.ts'
import { useLingui } from '@lingui/react/macro'
import type { Serving } from '../../../contract/serving/serving.ts'
import { settlingDays } from '../../../contract/dates/date-ranges.ts'
import { missingValue, type CurrencyFormat } from '../../../ui/format/format.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { PacingBar } from '../../../ui/chart/pacing-bar.tsx'
import { TrendLine } from '../../../ui/chart/trend-line.tsx'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { metricOf, type MetricFormat } from '../../../contract/reports/metrics.ts'
import type { MetricValues } from '../../../contract/reports/trends.ts'
import { metricTitles } from '../../../parts/metrics/format.ts'
import type { CellKind, ColumnInfo, GridColumn } from '../../../ui/table/column.ts'

/** The row of a status cell: a campaign, or an ad group with the id of its campaign. */
type ServingRow = Pick<CampaignRow, 'campaign_id' | 'advertiser_id' | 'name' | 'status' | 'currency_code' | 'entities' | 'serving'> & {
  /** Set for ad groups only. */
  readonly ad_group_id?: number
  readonly review_status_id?: CampaignRow['review_status_id']
  readonly review_comment?: string
}

const remedyPaths: Readonly<Record<Exclude<Remedy, 'funds' | 'limits'>, string>> = {
  budget: '?tab=budget',
  dates: '?tab=budget',
  bid: '/ad_groups',
  entities: '?tab=entities',
  ad_groups: '/ad_groups',
  campaign: '',
  review: '?tab=history',
}
/** Tabs of the ad group page; other remedies are on the campaign page. */
const groupTabs: Partial<Readonly<Record<Remedy, string>>> = {
  budget: 'settings',
  dates: 'settings',
  bid: 'settings',
  entities: 'entities',
}
const kindOf = ({ ad_group_id }: ServingRow) => (ad_group_id === undefined ? 'campaign' : 'ad_group')

/** Link to the page that fixes why the row does not serve. */
function remedyTarget(remedy: Remedy, of: ServingRow, hostLinks: CampaignLinks): LinkTarget {
  const { campaign_id, ad_group_id, advertiser_id, name, serving } = of
  if (remedy === 'funds') return { onNavigate: () => hostLinks.funds(advertiser_id, campaign_id) }
  if (remedy === 'limits') return { onNavigate: () => hostLinks.spendLimit(advertiser_id) }
  // The campaign's budget and dates are changed on the campaign page, also for an ad group.
  const tab = serving.values.of === 'campaign' ? undefined : groupTabs[remedy]
  if (ad_group_id !== undefined && tab) return hostLinks.campaign(campaign_id, name, `/ad_groups/${ad_group_id}?tab=${tab}`)
  return hostLinks.campaign(campaign_id, name, remedyPaths[remedy])
}

interface RemedyLinkProps {
  readonly remedy: NonNullable<ServingText['remedy']>
  readonly of: ServingRow
}

/** Link to the fix. */
function RemedyLink({ remedy, of }: RemedyLinkProps) {
  const hostLinks = useCampaignLinks()
  return (
    <Link target={remedyTarget(remedy.does, of, hostLinks)} tabIndex={-1}>
      {remedy.label}
    </Link>
  )
}

/** Why the row serves or does not serve, with a link to the fix. */
function Note({ servingText: { text, remedy }, of }: { readonly servingText: ServingText; readonly of: ServingRow }) {
  if (!remedy) return text
  return (
    <>
      {text} <RemedyLink remedy={remedy} of={of} />
    </>
  )
}

/** Names the state of the review, then the reason, which is a comment of the reviewer. */
function ReviewNote({ servingText, of }: { readonly servingText: ServingText; readonly of: ServingRow }) {
  const { i18n } = useLingui()
  const word = reviewStatuses[of.review_status_id ?? reviewStatusIds.under_review]?.word
  const comment = of.review_comment
  return (
    <>
      {word && i18n._(word)}
      {comment ? `: ${comment}` : ''}{' '}
      {of.serving.gate === 'denied' && servingText.remedy && <RemedyLink remedy={servingText.remedy} of={of} />}
    </>
  )
}

/** Returns the function that explains the serving state of a row. */
function useServingNote() {
  const servingText = useServingText()
  const label = useLabel()
  const currencyOf = useCurrency()
  return (of: ServingRow) => {
    const { serving, currency_code, entities, review_comment = '' } = of
    return servingText(serving, { of: kindOf(of), currency: currencyOf(currency_code), entities, label, reviewComment: review_comment })
  }
}

/** Status, reason and fix. An active row that does not serve shows "Not serving" instead of its status. */
export function StatusCell({ of }: { readonly of: ServingRow }) {
  const servingText = useServingNote()(of)
  const { status, serving, review_status_id: review } = of
  const note = servingText.text ? <Note servingText={servingText} of={of} /> : undefined
  const isOn = of.ad_group_id === undefined || status === 'active'
  if (isOn && isNotServing(serving.gate, kindOf(of))) return <NotServing tone={servingText.tone} note={note} />
  // Shows the status first, to match the status filter, then the review state.
  if (review !== undefined && review !== reviewStatusIds.approved && status === 'pending')
    return <StatusBadge status={status} note={<ReviewNote servingText={servingText} of={of} />} />
  if (serving.gate === 'under_review' || serving.gate === 'denied')
    return <ReviewBadge reviewStatusId={review ?? reviewStatusIds.under_review} note={note} />
  return <StatusBadge status={status} note={note} />
}

const dayMs = 86_400_000
/** The share of each period that has to pass before its pace counts: a day, and for a daily budget half of it. */
const judgedFrom: Readonly<Record<string, number>> = { Daily: 1 / 2, Weekly: 1 / 7, Monthly: 1 / 31 }

/** True while it is too early to judge the pace: less than a day since submission, or too little of the period has passed. */
export function isEarly(period: string | null, timeShare: number, since: string | undefined, now: Date): boolean {
  if (since !== undefined && now.getTime() - Date.parse(since) < dayMs) return true
  return timeShare < (judgedFrom[period ?? ''] ?? 0)
}

interface PacingCellProps {
  readonly budget: string | null
  readonly period: string | null
  readonly status: string
  readonly serving: Serving
  /** Submission time, or creation time. The campaign can serve from here at the earliest. */
  readonly since?: string
}

/** Budget spent in the period, compared with the elapsed time of the period. */
export function PacingCell({ budget, period, status, serving, since }: PacingCellProps) {
  const { now } = useRuntime()
  // Floats are safe here: they only set bar widths. Sums come from the platform.
  const spent = Number(period === 'One Time' ? serving.spent_total : serving.spent_period)
  const total = Number(budget)
  if (status !== 'active' || serving.pacing_index === null || !(total > 0)) return <span className="quiet">{missingValue}</span>
  const spentShare = spent / total
  const timeShare = serving.elapsed_share
  return <PacingBar spentShare={spentShare} timeShare={timeShare} isEarly={isEarly(period, timeShare, since, now())} />
}

/** Spend of the last days as a sparkline; days that are not final are dashed. */
export function SparkCell({ values, name }: { readonly values: readonly string[]; readonly name: string }) {
  const { t } = useLingui()
  return <TrendLine values={values.map(Number)} unsettled={settlingDays + 1} label={t`Spend by day of ${name}`} />
}

/** Abbreviations for column headers. */
const metricAbbreviations: Readonly<Record<string, MessageDescriptor>> = {
  return_on_ad_spend: msg`ROAS`,
  click_through_rate: msg`CTR`,
  cost_per_click: msg`CPC`,
  cost_per_thousand: msg`CPM`,
}

/** The parts of a card that metrics take. */
const cardParts: Readonly<Partial<Record<string, ColumnInfo['card']>>> = { cost: 'figure-1', return_on_ad_spend: 'figure-2' }
const widths: Readonly<Record<MetricFormat, number>> = { count: 104, money: 116, ratio: 88, percent: 88 }

const kinds: Readonly<Record<MetricFormat, CellKind>> = { count: 'number', money: 'money', ratio: 'ratio', percent: 'percent' }

/** The row fields that metric columns read. */
interface MetricRow {
  readonly currency_code: string
  readonly metrics: MetricValues
}

interface MetricColumnOptions {
  readonly i18n: I18n
  readonly currencyOf: (code: string) => CurrencyFormat
  readonly isOptional?: boolean
}

/** The column of one metric. Amounts use the row's currency. */
export function metricColumn<Row extends MetricRow>(id: string, { i18n, currencyOf, isOptional }: MetricColumnOptions): GridColumn<Row> {
  const labels = metricAbbreviations[id] ?? metricTitles[id]
  const format = metricOf(id)?.format ?? 'count'
  const card = cardParts[id]
  return {
    key: id,
    header: labels ? i18n._(labels) : id,
    kind: kinds[format],
    width: widths[format],
    isSortable: true,
    ...(isOptional && { isOptional }),
    filter: { kind: 'between' },
    value: ({ metrics }) => metrics[id] ?? null,
    ...(card && { card }),
    ...(format === 'money' && { currencyOf: ({ currency_code }: Row) => currencyOf(currency_code) }),
  }
}
