import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useState } from 'react'
import type { AdGroupQuestion } from '../../../../contract/ad-group-changes.ts'
import type { AdGroupRow } from '../../../../contract/ad-groups.ts'
import { usePath } from '../../../../kit/path.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { useMayDo } from '../../../../parts/gate.tsx'
import { questionIn } from '../../../../parts/table-address.ts'
import { todayIn } from '../../../../parts/today.ts'
import { useWhose } from '../../../../parts/whose.tsx'
import type { GridColumn } from '../../../../ui/grid/grid-column.ts'
import type { Selection } from '../../../../ui/grid/grid-selection.ts'
import { later } from '../../../../ui/later.ts'
import { adGroupRun, type SelectedAdGroups } from '../bulk/bulk-calls.ts'
import { ActButtons } from '../bulk/bulk-tools.tsx'
import type { BulkValues } from '../bulk/bulk-values.ts'
import { listFilters } from '../list/list-filters.ts'

const BulkDialog = later(() => import('../bulk/bulk-dialog.tsx'))

/** Whose ad groups, of which days. */
type Whole = Pick<AdGroupQuestion, 'start_date' | 'end_date' | 'advertiser_ids'>

interface Wanted {
  readonly selection: Selection<AdGroupRow>
  readonly first: Partial<BulkValues>
  readonly clear: () => void
}

/** What can be done with the ad groups that are selected; all that match are named by their question, which has no exceptions. */
export function useGroupBulk({ columns, whole, onDone }: { columns: readonly GridColumn<AdGroupRow>[]; whole: Whole; onDone: () => void }) {
  const { t } = useLingui()
  const { send, now } = useRuntime()
  const { clientId, isReadonly } = useWhose()
  const { query } = usePath()
  const mayNot = useMayDo()({ permissions: ['ad_groups.change'] })
  const [wanted, setWanted] = useState<Wanted>()
  const run = useMemo(() => {
    if (!wanted) return undefined
    const { isAll, rows } = wanted.selection
    const filters = listFilters(questionIn(query, columns), columns)
    const report = { ...whole, ...(filters.length > 0 && { filters }) }
    const selected: SelectedAdGroups = isAll
      ? { all_selected: true, report }
      : { ad_group_ids: [...rows.values()].map(({ ad_group_id }) => ad_group_id) }
    return adGroupRun(selected, { send, clientId, days: whole })
  }, [query, columns, wanted, whole, send, clientId])
  const count = wanted?.selection.rows.size ?? 0
  const words = wanted?.selection.isAll ? t`All ad groups that match` : t`${plural(count, { one: '# ad group', other: '# ad groups' })}`
  const excepted = t`All that match are changed together: select them without exceptions`
  return {
    tools: (selection: Selection<AdGroupRow>, clear: () => void) =>
      isReadonly ? null : (
        <ActButtons
          mayNot={mayNot ?? (selection.except.size > 0 ? excepted : undefined)}
          onAsk={(first) => setWanted({ selection, first, clear })}
        />
      ),
    dialog: wanted && run && (
      <Suspense>
        <BulkDialog
          of="ad_groups"
          selected={words}
          today={todayIn(now())}
          first={wanted.first}
          run={run}
          onDone={() => {
            wanted.clear()
            onDone()
          }}
          onClose={() => setWanted(undefined)}
        />
      </Suspense>
    ),
  }
}
