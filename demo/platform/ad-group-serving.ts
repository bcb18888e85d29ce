import { decimalOf } from '../../src/contract/money.ts'
import type { Serving } from '../../src/contract/serving.ts'
import { spentOfAdGroups } from './ad-group-ground.ts'
import type { Context } from './context.ts'

const nothing: Serving = {
  ...{ gate: null, values: {}, spent_today: '0', spent_period: '0', spent_total: '0', budget_today: '0' },
  ...{ pacing_index: null, run_out: null },
}

/** Whether ad groups serve, and how their money goes. */
export async function servingOfAdGroups(context: Context, memberGroupId: number, ids: readonly number[]): Promise<(id: number) => Serving> {
  const spent = ids.length === 0 ? new Map<number, bigint>() : await spentOfAdGroups(context, memberGroupId, ids)
  return (id) => ({ ...nothing, spent_total: decimalOf(spent.get(id) ?? 0n) })
}
