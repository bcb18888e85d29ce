import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { AdGroupChange } from '../../../contract/ad-groups/changes.ts'
import { adGroups, type AdGroupRow } from '../../../contract/ad-groups/ad-groups.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { type Staleness, useStaleness } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import type { Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { withBidDigits, useLabel } from '../../../parts/scope/client.tsx'
import { strengthText } from '../../../parts/money/strength-bar.tsx'
import { labelIn, periodLabels } from '../../../parts/campaigns/labels.ts'
import { problemSentence, refusalSentences } from '../../../parts/campaigns/change-texts.ts'
import { cellOutcome } from '../../../parts/resource/cell-outcome.ts'
import { ListSearch } from '../../../parts/resource/list.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { TwoLineCell, columns } from '../../../parts/resource/columns.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/format/format.ts'
import type { CellEdit, GridColumn } from '../../../ui/table/column.ts'
import { plus } from '../../../ui/table/icons.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { checkAmount } from '../cells/cell-checks.ts'
import { formatCellAmount, parseCellAmount } from '../cells/row-edits.ts'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import { metricColumn } from '../cells/cells.tsx'
import { useCampaign } from './gate.tsx'
import { useCampaignEffects } from '../detail/mutation.tsx'
import { Dates, useDates } from './overview.tsx'

const metricIds = ['cost', 'impressions', 'clicks', 'click_through_rate', 'revenue', 'return_on_ad_spend']

/** Saves an edited ad group cell with If-Match. */
function useSaveAdGroupCell(exceptHere: Staleness['exceptHere']) {
  const { i18n } = useLingui()
  const { send } = useRuntime()
  const { currency } = useCampaign()
  const { mutate } = useMutate()
  const effects = useCampaignEffects()
  return useStableCallback((row: AdGroupRow, body: AdGroupChange) => {
    const path = { memberGroupId: row.member_group_id, advertiserId: row.advertiser_id, adGroupId: row.ad_group_id }
    const now = (item: object): AdGroupRow => ({ ...row, ...item, metrics: row.metrics })
    const changed = { version: row.version, ...effects({ fields: Object.keys(body), exceptHere }) }
    const written = mutate(adGroups.change, { path, body }, changed).then(now)
    const reasonOf = (problem: Problem) => refusalSentences(problem, { currency }, i18n)
    return cellOutcome(written, i18n, async () => now(await send(adGroups.one, { path })), reasonOf)
  })
}

function useBidEdit(exceptHere: Staleness['exceptHere']): CellEdit<AdGroupRow> | undefined {
  const { i18n } = useLingui()
  const { isReadonly } = useScope()
  const { currency } = useCampaign()
  const mayNot = useDisabledReason()({ permissions: ['ad_groups.change'] })
  const save = useSaveAdGroupCell(exceptHere)
  return useMemo(
    () =>
      isReadonly || mayNot !== undefined
        ? undefined
        : {
            kind: 'number',
            text: ({ base_bid }) => formatCellAmount(base_bid, withBidDigits(currency), i18n),
            check: (text) => checkAmount(text, withBidDigits(currency), i18n),
            save: (row, text) => save(row, { base_bid: parseCellAmount(text, i18n) ?? row.base_bid }),
          },
    [isReadonly, mayNot, currency, i18n, save],
  )
}

function useColumns(exceptHere: Staleness['exceptHere']): readonly GridColumn<AdGroupRow>[] {
  const { t, i18n } = useLingui()
  const { plural } = useLabel()
  const linkTo = usePathLink()
  const { campaign, currency } = useCampaign()
  const edit = useBidEdit(exceptHere)
  const { campaign_id: id } = campaign
  return useMemo(() => {
    const currencyOf = () => currency
    const link = ({ ad_group_id, name }: AdGroupRow) => (
      <Link target={linkTo(`${id}/ad_groups/${ad_group_id}`, name)} tabIndex={-1}>
        {name}
      </Link>
    )
    const strength = (row: AdGroupRow) => strengthText(row.bid_strength, row.bid_lacks_rate_of, i18n)
    const bid = { isSortable: true, currencyOf: () => withBidDigits(currency), ...(edit && { edit }) }
    return [
      columns.text('name', t`Ad group`, { width: 240, isSortable: true, isSearched: true, render: link }),
      columns.status('status', t`Status`, { i18n, statuses: ['active', 'paused', 'pending', 'ended'], width: 132, isSortable: true }),
      columns.money('base_bid', t`Base bid`, bid),
      columns.text('bid_strength', t`Bid strength`, { width: 148, value: strength }),
      columns.money('budget', t`Budget`, {
        unit: currency.currency_code,
        isSortable: true,
        render: ({ budget, budget_period }) =>
          budget === null || budget_period === null ? (
            <span className="quiet">{t`same as campaign`}</span>
          ) : (
            <TwoLineCell value={money(budget, currency, i18n.locale)} note={labelIn(periodLabels, budget_period, i18n)} />
          ),
      }),
      columns.number('entities', plural, { width: 112, isSortable: true }),
      ...metricIds.map((metric) => metricColumn<AdGroupRow>(metric, { i18n, currencyOf })),
    ]
  }, [t, i18n, plural, linkTo, id, currency, edit])
}

/** Opens the form for a new ad group; disabled without permission or while the campaign is under review. */
export function NewAdGroupButton() {
  const { t, i18n } = useLingui()
  const { navigate } = useElementContext()
  const { isReadonly } = useScope()
  const { campaign, currency } = useCampaign()
  const mayNot = useDisabledReason()({ permissions: ['ad_groups.create'] })
  if (isReadonly) return null
  const reviewed =
    campaign.review_status_id === reviewStatusIds.under_review ? problemSentence('under_review', {}, { currency }, i18n) : undefined
  return (
    <Button
      icon={plus}
      disabledBecause={mayNot ?? reviewed}
      onPress={() => navigate(`${campaign.campaign_id}/ad_groups/create`, t`New ad group`)}
    >
      <Trans>New ad group</Trans>
    </Button>
  )
}

/** Tab with the campaign's ad groups, their bids and metrics. */
export function AdGroups() {
  const { t } = useLingui()
  const { campaign, currency, today, at } = useCampaign()
  const dates = useDates(today)
  const staleness = useStaleness(adGroups.report)
  const shownColumns = useColumns(staleness.exceptHere)
  const { start_date, end_date } = dates.value.days
  const { memberGroupId, campaignId } = at
  const call = { path: { memberGroupId }, body: { start_date, end_date, campaign_ids: [campaignId] } }
  const list = useList({ endpoint: adGroups.report, field: 'ad_groups', call, columns: shownColumns, staleness })
  return (
    <div className="detail-tab">
      <DataTable<AdGroupRow>
        name="campaign-ad-groups"
        label={t`Ad groups of ${campaign.name}`}
        columns={shownColumns}
        source={list.source}
        staleness={list.staleness}
        rowId={({ ad_group_id }) => String(ad_group_id)}
        rowName={({ name }) => name}
        defaultSort={[{ key: 'cost', order: 'desc' }]}
        currency={currency}
        zone={campaign.time_zone}
        figures={{ days: dates.value.days, settledThrough: list.reply?.settled_through }}
        noSelection
        fitsPage
        toolbarStart={<ListSearch label={t`Search by name`} />}
        tools={<Dates today={today} dates={dates} />}
        toolsEnd={<NewAdGroupButton />}
        empty={{ heading: t`No ad groups yet`, text: t`An ad group sets what to advertise, who sees it and how much you bid.` }}
      />
    </div>
  )
}
