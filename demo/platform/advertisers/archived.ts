import { expressionBuilder } from 'kysely'
import { canAccessAdvertiser } from '../../../src/contract/access/access.rules.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import { advertiserAccessibleSql } from '../access/advertiser-scope.ts'
import { accessFor } from '../access/user-scope.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import type { ListQuery } from '../sql/list.ts'
import { tenant } from '../sql/tenant.ts'
import { restore } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'
import { recordArchival } from './history.ts'
import { archivedPage, fullAdvertiser } from './read.ts'

const advertiser = expressionBuilder<{ a: Tables['advertisers'] }, 'a'>()

/** The client's archived advertisers within the caller's access. The scope of a request contains existing advertisers only. */
export async function archivedAdvertisers(context: Context, query: ListQuery) {
  const access = await accessFor(context.database, context.caller, 'advertisers.read')
  const ofClient = advertiser('a.member_group_id', '=', tenant(context))
  return archivedPage(context.database, ofClient.and(advertiserAccessibleSql(access)), query)
}

/** Takes an archived advertiser back. It stays inactive, so that its campaigns serve only once it is activated. */
export async function restoreAdvertiser(context: Context, advertiserId: number) {
  const { database, caller } = context
  const archived = await database.kysely
    .selectFrom('advertisers')
    .select(['member_group_id', 'advertiser_group_id', 'advertiser_id'])
    .where('member_group_id', '=', tenant(context))
    .where('advertiser_id', '=', advertiserId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  const isAllowed =
    archived && canAccessAdvertiser(caller.access, archived) && hasPermission(caller.permissionsAt(archived), 'advertisers.remove')
  if (!isAllowed) throw notFound('Advertiser')
  const key = { member_group_id: archived.member_group_id, advertiser_id: advertiserId }
  await restore(context, 'advertisers', { key, subject: 'Advertiser' })
  await recordArchival(context, advertiserId, 'restored', {}, {})
  return fullAdvertiser(database, advertiserId)
}
