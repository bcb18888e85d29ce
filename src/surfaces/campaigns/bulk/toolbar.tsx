import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import type { Days } from '../../../contract/dates/date-ranges.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { todayIn } from '../../../parts/time/today.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import type { Selection } from '../../../ui/table/selection.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { listFilters } from '../../../parts/resource/list-source.ts'
import type { BulkSelection, SelectionWithFilters, CampaignListScope } from './selected-campaigns.ts'
import type { BulkValues } from './values.ts'

const BulkButtons = lazyIdle(() => import('./buttons.tsx'))
const BulkDialog = lazyIdle(() => import('./dialog.tsx'))

interface BulkOptions<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly permission: 'campaigns.change' | 'ad_groups.change'
  /** Why this selection cannot be changed. */
  readonly mayNot?: (selection: Selection<Row>) => string | undefined
  readonly selected: (selection: SelectionWithFilters<Row>) => BulkSelection
  /** Number of selected rows as text. */
  readonly note: (selection: Selection<Row>) => string
  readonly days: Days
}

/** A snapshot of the selection when the dialog opened; later changes of the list do not affect it. */
interface BulkDialogState {
  readonly selected: BulkSelection
  readonly note: string
  readonly first: Partial<BulkValues>
  readonly clear: () => void
}

/** Bulk actions of a list: the toolbar buttons and the dialog that they open. */
export function useBulk<Row>({ columns, permission, mayNot, selected, note, days }: BulkOptions<Row>) {
  const { now } = useRuntime()
  const { isReadonly } = useScope()
  const { query } = usePath()
  const forbidden = useDisabledReason()({ permissions: [permission] })
  const [dialog, setDialog] = useState<BulkDialogState>()
  const openDialog = (selection: Selection<Row>, clear: () => void) => (first: Partial<BulkValues>) => {
    const filters = listFilters(parseTableQuery(query, columns), columns)
    setDialog({ selected: selected({ ...selection, filters }), note: note(selection), first, clear })
  }
  return {
    tools: (selection: Selection<Row>, clear: () => void) =>
      isReadonly ? null : (
        <Suspense>
          <BulkButtons mayNot={forbidden ?? mayNot?.(selection)} onAsk={openDialog(selection, clear)} />
        </Suspense>
      ),
    dialog: dialog && (
      <Suspense>
        <BulkDialog {...dialog} days={days} today={todayIn(now())} onDone={dialog.clear} onClose={() => setDialog(undefined)} />
      </Suspense>
    ),
  }
}

interface CampaignBulkOptions {
  readonly columns: readonly GridColumn<CampaignRow>[]
  readonly baseBody: CampaignListScope
}

export function useCampaignBulk({ columns, baseBody }: CampaignBulkOptions) {
  const { t } = useLingui()
  return useBulk({
    columns,
    permission: 'campaigns.change',
    days: baseBody,
    selected: (selection) => ({ of: 'campaigns', selection, baseBody }),
    note: ({ isAll, rows }) => (isAll ? t`All matching campaigns` : t`${plural(rows.size, { one: '# campaign', other: '# campaigns' })}`),
  })
}
