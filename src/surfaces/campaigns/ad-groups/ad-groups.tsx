import { useMemo, type ReactNode } from 'react'
import { adGroups, type AdGroupRow } from '../../../contract/ad-groups/ad-groups.ts'
import { useStaleness } from '../../../kit/cache.tsx'
import { useLabel, useCurrency } from '../../../parts/scope/client.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useCampaignLinks, type CampaignLinks } from '../host-links.ts'
import { MetricList, useMetricList } from '../list/metric-list.tsx'
import { groupColumns, groupEdits, type SaveAdGroup, useAdGroupEdits } from './columns.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutate } from '../../../kit/mutate.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { useCampaigns } from '../context.tsx'
import { useRemoval } from '../../../parts/resource/removal.tsx'
import { plural } from '@lingui/core/macro'
import type { AdGroupQuery } from '../../../contract/ad-groups/changes.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import type { SelectedAdGroups } from '../bulk/calls.ts'
import { useBulk } from '../bulk/toolbar.tsx'
import type { SelectionWithFilters } from '../bulk/selected-campaigns.ts'

/** The menu of an ad group row. */
interface AdGroupRowActions {
  readonly acts: readonly MenuItem[]
  act(row: AdGroupRow, id: string): void
}

/** Link to the ad group, below the path of its campaign. */
const adGroupLink = (row: AdGroupRow, elsewhere: CampaignLinks) =>
  elsewhere.campaign(row.campaign_id, row.name, `/ad_groups/${row.ad_group_id}`)

/** Deletes an ad group after a confirmation and emits the change event of its campaign. */
function useAdGroupRemoval() {
  const { mutate } = useMutate()
  const { emit } = useCampaigns()
  return useRemoval<AdGroupRow>({
    text: <Trans>The ad group stops serving and is removed from the campaign. Its spend stays in reports.</Trans>,
    label: <Trans>Delete ad group</Trans>,
    remove: async (row, effects) => {
      const { member_group_id: memberGroupId, advertiser_id: advertiserId, ad_group_id: adGroupId, campaign_id, version } = row
      // Loaded now, because the first paint needs no endpoints of images.
      const { campaignData } = await import('../campaign-data.ts')
      return mutate(
        adGroups.remove,
        { path: { memberGroupId, advertiserId, adGroupId }, query: { version } },
        { ...effects, stale: campaignData, event: () => emit('ad-campaign-changed', { campaign_id, fields: 'ad_groups' }) },
      )
    },
  })
}

/** Builds the row menu; items without permission are disabled and say why. */
function useAdGroupRowActions(): AdGroupRowActions & { readonly question: ReactNode } {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const elsewhere = useCampaignLinks()
  const { ask: remove, question } = useAdGroupRemoval()
  const noRemove = useDisabledReason()({ permissions: ['ad_groups.remove'] })
  const acts: AdGroupRowActions = useMemo(
    () => ({
      acts: [
        { id: 'open', label: t`Open` },
        { id: 'campaign', label: t`View campaign` },
        ...(isReadonly ? [] : [{ id: 'delete', label: t`Delete`, isDanger: true, isParted: true, disabledBecause: noRemove }]),
      ],
      act: (row, id) => {
        if (id === 'delete') void remove(row)
        else (id === 'campaign' ? elsewhere.campaign(row.campaign_id, row.campaign_name) : adGroupLink(row, elsewhere)).onNavigate()
      },
    }),
    [t, isReadonly, noRemove, elsewhere, remove],
  )
  return { ...acts, question }
}

const rowId = (row: AdGroupRow) => String(row.ad_group_id)

/** The first column: a link to the ad group, its campaign and its action menu. */
function useNameColumn({ acts, act }: AdGroupRowActions): GridColumn<AdGroupRow> {
  const { t } = useLingui()
  const hostLinks = useCampaignLinks()
  return useMemo(
    () =>
      columns.link('name', t`Ad group`, {
        width: 300,
        isSortable: true,
        isSearched: true,
        target: (row) => adGroupLink(row, hostLinks),
        note: (row) => `${row.campaign_name} · ${row.advertiser_name}`,
        acts: () => acts,
        onAct: act,
      }),
    [t, hostLinks, acts, act],
  )
}

/** The list's columns; cells are editable when the user has permission. */
function useColumns(save: SaveAdGroup, acts: AdGroupRowActions): readonly GridColumn<AdGroupRow>[] {
  const { i18n } = useLingui()
  const { isReadonly } = useScope()
  const currencyOf = useCurrency()
  const name = useNameColumn(acts)
  const label = useLabel()
  const mayChange = useDisabledReason()({ permissions: ['ad_groups.change'] }) === undefined
  return useMemo(() => {
    const options = { i18n, currencyOf, plural: label.plural }
    const edits = mayChange && !isReadonly ? groupEdits(save, options) : {}
    return [name, ...groupColumns(options)].map((column) => {
      const edit = edits[column.key]
      return edit ? { ...column, edit } : column
    })
  }, [i18n, currencyOf, label.plural, isReadonly, mayChange, name, save])
}

/** Scope and date range of the list. */
type AdGroupListScope = Pick<AdGroupQuery, 'start_date' | 'end_date' | 'advertiser_ids'>

/** Converts the selection to request fields. */
function selectedAdGroups({ isAll, rows, filters }: SelectionWithFilters<AdGroupRow>, baseBody: AdGroupListScope): SelectedAdGroups {
  if (!isAll) return { ad_group_ids: [...rows.values()].map(({ ad_group_id }) => ad_group_id) }
  return { all_selected: true, report: { ...baseBody, ...(filters.length > 0 && { filters }) } }
}

interface GroupBulkOptions {
  readonly columns: readonly GridColumn<AdGroupRow>[]
  readonly baseBody: AdGroupListScope
}

/** Bulk actions for the selected ad groups. "Select all" sends the filters, which cannot exclude single rows. */
function useGroupBulk({ columns, baseBody }: GroupBulkOptions) {
  const { t } = useLingui()
  const excepted = t`To edit all matching rows, select all without exceptions`
  return useBulk({
    columns,
    permission: 'ad_groups.change',
    days: baseBody,
    mayNot: ({ except }) => (except.size > 0 ? excepted : undefined),
    selected: (selection) => ({
      of: 'ad_groups',
      which: selectedAdGroups(selection, baseBody),
      currencies: [...new Set([...selection.rows.values()].map(({ currency_code }) => currency_code))],
    }),
    note: ({ isAll, rows }) => (isAll ? t`All matching ad groups` : t`${plural(rows.size, { one: '# ad group', other: '# ad groups' })}`),
  })
}

/** All ad groups of a client or advertiser, with inline editing and bulk actions. */
export default function AdGroupList() {
  const { t } = useLingui()
  const staleness = useStaleness(adGroups.report)
  const { question, ...acts } = useAdGroupRowActions()
  const listColumns = useColumns(useAdGroupEdits(staleness.exceptHere), acts)
  const list = useMetricList({ endpoint: adGroups.report, field: 'ad_groups', columns: listColumns, staleness })
  const bulk = useGroupBulk({ columns: listColumns, baseBody: list.baseBody })
  return (
    <MetricList
      list={list}
      currentTab="ad_groups"
      name="ad-groups"
      label={t`Ad groups`}
      views={{ name: 'ad_groups' }}
      columns={listColumns}
      rowId={rowId}
      selectionTools={bulk.tools}
      empty={{
        heading: <Trans>No ad groups yet</Trans>,
        text: <Trans>Ad groups set what a campaign advertises, who sees it and how much you bid.</Trans>,
      }}
      below={
        <>
          {question}
          {bulk.dialog}
        </>
      }
    />
  )
}
