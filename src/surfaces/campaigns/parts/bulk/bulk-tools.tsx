import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import type { CampaignQuestion, CampaignRow } from '../../../../contract/campaigns.ts'
import { usePath } from '../../../../kit/path.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { useMayDo } from '../../../../parts/gate.tsx'
import { questionIn } from '../../../../parts/table-address.ts'
import { todayIn } from '../../../../parts/today.ts'
import { useWhose } from '../../../../parts/whose.tsx'
import type { GridColumn } from '../../../../ui/grid/grid-column.ts'
import type { Selection } from '../../../../ui/grid/grid-selection.ts'
import { later } from '../../../../ui/later.ts'
import { listFilters } from '../list/list-filters.ts'
import type { SelectedCampaigns } from './bulk-calls.ts'
import type { BulkValues } from './bulk-values.ts'
import type { BulkRun } from './bulk-work.ts'

const BulkDialog = later(() => import('./bulk-dialog.tsx'))

interface ActButtonsProps {
  /** Why nothing can be changed. */
  readonly mayNot: string | undefined
  readonly onAsk: (first: Partial<BulkValues>) => void
}

/** What is done with everything that is selected. */
export function ActButtons({ mayNot, onAsk }: ActButtonsProps) {
  const button = (first: Partial<BulkValues>, label: ReactNode, className: string) => (
    <button
      type="button"
      className={className}
      aria-disabled={mayNot !== undefined}
      title={mayNot}
      onClick={mayNot === undefined ? () => onAsk(first) : undefined}
    >
      {label}
    </button>
  )
  return (
    <>
      {button({ status: 'active' }, <Trans>Activate</Trans>, 'bare-act when-wide')}
      {button({ status: 'paused' }, <Trans>Pause</Trans>, 'bare-act when-wide')}
      {button({}, <Trans>Edit</Trans>, 'bare-act')}
    </>
  )
}

/** Whose rows, of which days. */
type Whole = Pick<CampaignQuestion, 'start_date' | 'end_date' | 'advertiser_ids'>

/** The same campaigns as the platform takes them: by id, or as the list that was asked with its exceptions. */
export function selectedCampaigns(
  { isAll, rows, except }: Selection<CampaignRow>,
  { advertiser_ids, ...days }: Whole,
  filters: ReturnType<typeof listFilters>,
): SelectedCampaigns {
  if (!isAll) return { campaign_ids: [...rows.values()].map(({ campaign_id }) => campaign_id) }
  return {
    all_selected: true,
    report: { ...days, ...(filters.length > 0 && { filters }) },
    ...(advertiser_ids && { advertiser_ids }),
    ...(except.size > 0 && { except_campaign_ids: [...except].map(Number) }),
  }
}

interface BulkOptions {
  readonly columns: readonly GridColumn<CampaignRow>[]
  readonly whole: Whole
  readonly onDone: () => void
}

/** What somebody wants to do with some campaigns. */
interface Wanted {
  readonly selection: Selection<CampaignRow>
  readonly first: Partial<BulkValues>
  readonly clear: () => void
}

/** What can be done with the campaigns that are selected: buttons for the bar, and the dialog that they open. */
export function useCampaignBulk({ columns, whole, onDone }: BulkOptions) {
  const { t } = useLingui()
  const { send, now } = useRuntime()
  const { clientId, isReadonly } = useWhose()
  const { query } = usePath()
  const mayNot = useMayDo()({ permissions: ['campaigns.change'] })
  const [wanted, setWanted] = useState<Wanted>()
  const run = useMemo(() => {
    const filters = listFilters(questionIn(query, columns), columns)
    if (!wanted) return undefined
    const selected = selectedCampaigns(wanted.selection, whole, filters)
    const run: BulkRun<BulkValues> = async (...asked) => {
      const { campaignRun } = await import('./bulk-calls.ts')
      return campaignRun(selected, { send, clientId, days: whole })(...asked)
    }
    return run
  }, [query, columns, wanted, whole, send, clientId])
  const count = wanted?.selection.rows.size ?? 0
  const words = wanted?.selection.isAll ? t`All campaigns that match` : t`${plural(count, { one: '# campaign', other: '# campaigns' })}`
  const done = () => {
    wanted?.clear()
    onDone()
  }
  return {
    tools: (selection: Selection<CampaignRow>, clear: () => void) =>
      isReadonly ? null : <ActButtons mayNot={mayNot} onAsk={(first) => setWanted({ selection, first, clear })} />,
    dialog: wanted && run && (
      <Suspense>
        <BulkDialog
          of="campaigns"
          selected={words}
          today={todayIn(now())}
          first={wanted.first}
          run={run}
          onDone={done}
          onClose={() => setWanted(undefined)}
        />
      </Suspense>
    ),
  }
}
