import type { BiddingConfig } from '../../../src/contract/bids/bidding-configs.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import { hasWholeClient } from '../access/client-scope.ts'
import type { NounHistory } from '../changes/nouns.ts'
import { configById, writeLimits } from './bidding-configs.ts'

interface ConfigPath {
  readonly memberGroupId: number
  readonly biddingConfigId: number
}

type Limits = Pick<BiddingConfig, 'min_bid' | 'max_bid'>

/** Bid limits: minimum and maximum can be restored, as long as they are valid together. */
export const biddingConfigHistory: NounHistory<ConfigPath> = {
  subject: 'Bidding config',
  entities: ['bidding_config'],
  undoableFields: ['min_bid', 'max_bid'],
  recordOf: async (context, { memberGroupId, biddingConfigId }) => {
    const { min_bid, max_bid, version } = await configById(context, memberGroupId, biddingConfigId)
    const permissions = context.caller.permissionsAt({ member_group_id: memberGroupId })
    return {
      memberGroupId,
      entityId: biddingConfigId,
      version,
      fields: { min_bid, max_bid },
      isChangeable: hasWholeClient(context, memberGroupId) && hasPermission(permissions, 'bidding_configs.change'),
    }
  },
  restore: async (context, { memberGroupId, biddingConfigId }, fields, cause) => {
    const current = await configById(context, memberGroupId, biddingConfigId)
    const { min_bid, max_bid } = fields as Limits // the current limits with restored ones
    return (await writeLimits(context, memberGroupId, current, { min_bid, max_bid }, cause)) ?? 0
  },
}
