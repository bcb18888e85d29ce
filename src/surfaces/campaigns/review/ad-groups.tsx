import { Trans, useLingui } from '@lingui/react/macro'
import { adGroups, type AdGroupRow } from '../../../contract/ad-groups/ad-groups.ts'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { labelIn, periodLabels } from '../../../parts/campaigns/labels.ts'
import { useLabel, useCurrency, withBidDigits } from '../../../parts/scope/client.tsx'
import { TargetingSummary } from '../../../parts/targeting-builder/words.tsx'
import { useTargetings } from '../../../parts/targeting-builder/targeting-reads.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format/format.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { DateRangeText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { Pager, usePageStart } from '../../../parts/resource/pager.tsx'
import { PartError, useMarkLoaded, useReviewPart } from './loaded-parts.tsx'
import { useViewedPages } from './unviewed.ts'

/** Ad groups per page. */
const adGroupsPerPage = 20

/** The targeting of an ad group as text. */
function AdGroupTargetingText({ group, experienceId }: { readonly group: AdGroupRow; readonly experienceId: number | null }) {
  const { t, i18n } = useLingui()
  const { member_group_id: memberGroupId, advertiser_id: advertiserId, ad_group_id: adGroupId } = group
  const { data, error, isValidating, mutate } = useRead(
    adGroups.one,
    { path: { memberGroupId, advertiserId, adGroupId } },
    { freshForMs: 0 },
  )
  const { dimensions, problem, retry } = useTargetings({ memberGroupId, ...(experienceId !== null && { experienceId }) })
  useMarkLoaded(`targeting ${adGroupId}`, data !== undefined && !isValidating && dimensions !== undefined)
  if (data && dimensions) return <TargetingSummary targeting={data.targeting} dimensions={dimensions} />
  const failure = error ?? problem
  if (!failure) return <div className="skeleton-block" role="status" aria-label={t`Loading`} />
  const reload = () => {
    if (error) void mutate()
    retry()
  }
  return (
    <span role="alert">
      {problemText(failure, i18n)}{' '}
      <Button kind="plain" onPress={reload}>
        <Trans>Try again</Trans>
      </Button>
    </span>
  )
}

/** Returns the table cells of an ad group; values inherited from the campaign are marked. */
function useCells(campaign: CampaignRow) {
  const { t, i18n } = useLingui()
  const currency = useCurrency()(campaign.currency_code)
  const today = useToday()
  const fromCampaign = <span className="quiet">{t`From campaign`}</span>
  return (group: AdGroupRow) => {
    const { name, base_bid, budget, budget_period, start_date, end_date, entities } = group
    return [
      name,
      <Money key="bid" amount={base_bid} currency={withBidDigits(currency)} />,
      budget === null || budget_period === null ? (
        fromCampaign
      ) : (
        <span key="budget">
          <Money amount={budget} currency={currency} /> · {labelIn(periodLabels, budget_period, i18n)}
        </span>
      ),
      start_date === null && end_date === null ? (
        fromCampaign
      ) : (
        <DateRangeText key="days" start={start_date ?? campaign.start_date} end={end_date ?? campaign.end_date} today={today} />
      ),
      count(entities, i18n.locale),
      <AdGroupTargetingText key="targeting" group={group} experienceId={campaign.experience_id} />,
    ]
  }
}

export function ReviewAdGroups({ row: campaign }: { readonly row: CampaignRow }) {
  const { t } = useLingui()
  const { plural } = useLabel()
  const cells = useCells(campaign)
  const today = useToday()
  const start = usePageStart('ad_groups')
  const { data, error, isValidating, mutate } = useReviewPart('ad groups', adGroups.report, {
    path: { memberGroupId: campaign.member_group_id },
    body: {
      // The endpoint needs dates; no metrics are shown.
      start_date: addDays(today, -7),
      end_date: today,
      campaign_ids: [campaign.campaign_id],
      pagination: { start, count: adGroupsPerPage },
      sort: [{ field: 'name', order: 'asc' as const }],
    },
  })
  const read = data && !isValidating ? { shown: data.ad_groups.length, total: data.total } : undefined
  const total = useViewedPages('ad groups', t`Ad groups`, { start, read })
  if (error && !data) return <PartError name={t`Ad groups`} problem={error} onRetry={() => void mutate()} />
  if (!total) return null
  return (
    <>
      {data ? (
        <Table
          caption={t`Ad groups`}
          columns={[
            { id: 'name', label: t`Ad group`, isNumber: false },
            { id: 'bid', label: t`Base bid`, isNumber: true },
            { id: 'budget', label: t`Budget`, isNumber: true },
            { id: 'days', label: t`Dates`, isNumber: false },
            { id: 'entities', label: plural, isNumber: true },
            { id: 'targeting', label: t`Targeting`, isNumber: false },
          ]}
          rows={data.ad_groups.map((group) => ({ id: String(group.ad_group_id), cells: cells(group) }))}
        />
      ) : (
        <LoadingSkeleton height={240} />
      )}
      <Pager label={t`Ad groups`} name="ad_groups" size={adGroupsPerPage} total={total} />
    </>
  )
}
