import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AdGroupQuery } from '../../../contract/ad-groups/changes.ts'
import type { AdGroupRow } from '../../../contract/ad-groups/ad-groups.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import type { SelectedAdGroups } from '../bulk/calls.ts'
import { useBulk } from '../bulk/toolbar.tsx'
import type { SelectionWithFilters } from '../bulk/selected-campaigns.ts'

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
export function useGroupBulk({ columns, baseBody }: GroupBulkOptions) {
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
