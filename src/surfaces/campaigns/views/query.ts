import { addDays } from '../../../contract/dates/date-ranges.ts'
import type { ServingGate } from '../../../contract/serving/serving.ts'

/** What of an address belongs to a view: conditions, order, columns and days; not the row that one is at. */
const isOfView = (name: string) =>
  name === 'sort' || name === 'columns' || name.startsWith('filter.') || /^(date_range|compare)$|_date$/.test(name)

/** An address as a view keeps it, in an order of its own, so that two that show the same are the same. */
export function viewQuery(query: URLSearchParams): string {
  const kept = [...query].filter(([name]) => isOfView(name)).sort(([one], [other]) => (one < other ? -1 : 1))
  return new URLSearchParams(kept).toString()
}

/** Gates that somebody can do something about. */
const attention: readonly ServingGate[] = [
  ...(['denied', 'over', 'ad_group_status', 'no_entities', 'bid_below_minimum'] as const),
  ...(['no_funds', 'spend_limit', 'insertion_order'] as const),
]

/** The views that everybody has of the campaigns. */
export const ownViews = (today: string) => ({
  all: '',
  attention: viewQuery(new URLSearchParams({ 'filter.gate': attention.join(',') })),
  ending: viewQuery(
    new URLSearchParams({ 'filter.status': 'active', 'filter.end_date': `${today}..${addDays(today, 7)}`, sort: 'end_date' }),
  ),
})
