import type { Serving } from '../../../src/contract/serving/serving.ts'
import type { Context } from '../context/context.ts'
import { adGroupServingOf } from '../serving/read.ts'

/** Whether ad groups serve, and how their money goes; what was removed at this moment is not in the answer. */
export const servingOfAdGroups = async (context: Context, memberGroupId: number, ids: readonly number[]): Promise<Map<number, Serving>> =>
  ids.length === 0 ? new Map() : adGroupServingOf(context, memberGroupId, ids)
