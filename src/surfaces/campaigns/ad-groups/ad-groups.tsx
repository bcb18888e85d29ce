import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { adGroups, type AdGroupRow } from '../../../contract/ad-groups/ad-groups.ts'
import { useStaleness } from '../../../kit/cache.tsx'
import { useLabel, useCurrency } from '../../../parts/scope/client.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import { useCampaignLinks } from '../host-links.ts'
import { MetricList, useMetricList } from '../list/metric-list.tsx'
import { adGroupLink, type AdGroupRowActions, useAdGroupRowActions } from './row-actions.tsx'
import { useGroupBulk } from './use-bulk.tsx'
import { groupColumns, groupEdits } from './columns.tsx'
import { type SaveAdGroup, useAdGroupEdits } from './edits.ts'

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
