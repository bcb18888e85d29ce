import { hasPermission } from '../../../src/contract/access/permissions.ts'
import type { NounHistory } from '../changes/nouns.ts'
import { groupOf, renameGroup } from './groups.ts'

interface GroupPath {
  readonly memberGroupId: number
  readonly advertiserGroupId: number
}

/** Advertiser groups: their names. Who is in a group is in the histories of the advertisers. */
export const groupHistory: NounHistory<GroupPath> = {
  subject: 'Advertiser group',
  entities: ['advertiser_group'],
  undoableFields: ['name'],
  recordOf: async ({ database, caller }, { memberGroupId, advertiserGroupId }) => {
    const { name, version } = await groupOf(database, advertiserGroupId)
    const tenant = { member_group_id: memberGroupId, advertiser_group_id: advertiserGroupId }
    return {
      memberGroupId,
      entityId: advertiserGroupId,
      version,
      fields: { name },
      isChangeable: hasPermission(caller.permissionsAt(tenant), 'advertiser_groups.change'),
    }
  },
  restore: async (context, { advertiserGroupId }, { name }, cause) =>
    (await renameGroup(context, await groupOf(context.database, advertiserGroupId), String(name), cause)) ?? 0,
}
