import { hasPermission, type Permission } from '../../../src/contract/access/permissions.ts'
import type { Advertiser, AdvertiserChange } from '../../../src/contract/advertisers/advertisers.ts'
import { advertiserStatusRule } from '../../../src/contract/advertisers/advertisers.rules.ts'
import type { NounHistory } from '../changes/nouns.ts'
import { historyFields } from './history.ts'
import type { AdvertiserPath } from './key.ts'
import { fullAdvertiser } from './read.ts'
import { writeAdvertiser } from './write.ts'

const undoableFields: readonly (keyof AdvertiserChange)[] = [
  'name',
  'status',
  'advertiser_group_id',
  'industry_id',
  'channel_ids',
  'advertiser_experience_ids',
  'billing_address',
  'metadata',
]

/** The permissions that some fields need in addition to advertisers.change. */
const fieldPermissions: Readonly<Record<string, Permission>> = {
  status: 'advertisers.activate',
  advertiser_experience_ids: 'advertisers.activate',
  advertiser_group_id: 'advertiser_groups.change',
}

/** Advertisers: every change of their details can be undone by callers who may make the change again. */
export const advertiserHistory: NounHistory<AdvertiserPath> = {
  subject: 'Advertiser',
  entities: ['advertiser'],
  undoableFields,
  recordOf: async (context, { memberGroupId, advertiserId }) => {
    const advertiser = await fullAdvertiser(context.database, advertiserId)
    return {
      memberGroupId,
      entityId: advertiserId,
      version: advertiser.version,
      fields: historyFields(advertiser),
      isChangeable: hasPermission(context.caller.permissionsAt(advertiser), 'advertisers.change'),
    }
  },
  restorable: async ({ caller }, _, { memberGroupId, entityId, fields }) => {
    const { status, advertiser_group_id } = fields as Pick<Advertiser, 'status' | 'advertiser_group_id'> // made of an advertiser above
    const permissions = caller.permissionsAt({ member_group_id: memberGroupId, advertiser_group_id, advertiser_id: entityId })
    const isAllowed = (field: string) => {
      const needed = fieldPermissions[field]
      return needed === undefined || hasPermission(permissions, needed)
    }
    const isOffered = (before: unknown) => before === undefined || advertiserStatusRule(status, before as Advertiser['status']) === true // history stores each value with the type of its field
    return (before) => Object.keys(before).every(isAllowed) && isOffered(before.status)
  },
  restore: async (context, { advertiserId }, fields, cause) => {
    const change = Object.fromEntries(undoableFields.map((field) => [field, fields[field]])) as unknown as AdvertiserChange // the current fields with restored ones
    return (await writeAdvertiser(context, await fullAdvertiser(context.database, advertiserId), change, cause)) ?? 0
  },
}
