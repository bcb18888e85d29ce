import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import type { ServingGate } from '../../../contract/serving/serving.ts'
import type { BuiltInView } from '../../../parts/resource/views/menu.tsx'
import { viewQuery } from '../../../parts/resource/views/view-query.ts'

/** Gates that the user can fix. */
const attention: readonly ServingGate[] = [
  ...(['denied', 'over', 'ad_group_status', 'no_entities', 'bid_below_minimum'] as const),
  ...(['no_funds', 'spend_limit', 'insertion_order'] as const),
]

/** The queries of the built-in views of the campaign list. */
export const builtInViews = (today: string) => ({
  attention: viewQuery(new URLSearchParams({ 'filter.gate': attention.join(',') })),
  ending: viewQuery(
    new URLSearchParams({ 'filter.status': 'active', 'filter.end_date': `${today}..${addDays(today, 7)}`, sort: 'end_date' }),
  ),
})

export function useBuiltInViews(today: string): readonly BuiltInView[] {
  const { t } = useLingui()
  return useMemo(() => {
    const queries = builtInViews(today)
    return [
      { id: 'attention', label: t`Needs attention`, query: queries.attention },
      { id: 'ending', label: t`Ends within a week`, query: queries.ending },
    ]
  }, [t, today])
}
