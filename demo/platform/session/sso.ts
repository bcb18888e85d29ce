import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Call } from '../../../src/contract/endpoint.ts'
import { maxPageSize } from '../../../src/contract/list.ts'
import { defaultCreatedAt, type sso } from '../../../src/contract/session/sso.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { listedAdvertisers } from '../access/listed-advertisers.ts'
import { noPermission, refuseField } from '../context/refusal.ts'

type Body = Call<typeof sso.login>['body']

/** Refuses tokens that are invalid or belong to another user. */
async function requireOwnValidTokens(body: Body, { identify, caller: { person } }: Context) {
  for (const kind of ['access_token', 'id_token'] as const) {
    const token = body[kind]
    if (token === undefined) continue
    const identity = await identify[kind](token)
    if (identity?.kind !== 'person' || identity.userId !== person?.user_id)
      throw refuseField(kind, 'Send a valid token of the signed-in user')
  }
}

/**
 * The tenant that the user signs in to: advertiser with its group, or group, or client. The guard `scope` checks the caller's access
 * to it before the handler runs.
 */
async function tenantOf({ advertiser_id, advertiser_group_id }: Body, { database: { kysely }, scope }: Context) {
  const { memberGroupId: member_group_id } = scope
  if (member_group_id === undefined) return undefined
  if (advertiser_id === undefined) return { member_group_id, ...(advertiser_group_id !== undefined && { advertiser_group_id }) }
  const row = await kysely
    .selectFrom('advertisers')
    .select('advertiser_group_id')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirst()
  return { member_group_id, advertiser_id, advertiser_group_id: row?.advertiser_group_id ?? null }
}

/** The client's fields of the sign-in result. */
async function clientFields({ database: { kysely } }: Context, memberGroupId: number | null) {
  if (memberGroupId === null) return { created_at: defaultCreatedAt, funding_types: [] }
  const client = await kysely
    .selectFrom('member_groups as m')
    .select(({ selectFrom }) => [
      'm.created_at',
      jsonArrayFrom(
        selectFrom('member_group_funding_types as f')
          .select(['f.funding_type_id as id', 'f.status'])
          .whereRef('f.member_group_id', '=', 'm.member_group_id')
          .orderBy('f.funding_type_id'),
      ).as('funding_types'),
    ])
    .where('m.member_group_id', '=', memberGroupId)
    .executeTakeFirstOrThrow()
  return { created_at: client.created_at.toISOString(), funding_types: client.funding_types }
}

/** Signs the user in at a client. The token identifies the user. */
export const ssoHandlers: Handlers<typeof sso> = {
  login: async ({ body }, context) => {
    const { person, permissionsAt, rolesAt, access, clientActivities = [] } = context.caller
    if (!person) throw noPermission()
    await requireOwnValidTokens(body, context)
    const tenant = await tenantOf(body, context)
    // At their own client, `person` already has its id and the permissions there.
    const isOwnClient = tenant?.member_group_id === person.member_group_id && !body.advertiser_id && !body.advertiser_group_id
    const advertisersInAccessLists = await listedAdvertisers(context.database, access, maxPageSize)
    return {
      ...person,
      ...(tenant && { roles: [...rolesAt(tenant)] }),
      ...(tenant && !isOwnClient && { member_group_id: tenant.member_group_id, permissions: { ...permissionsAt(tenant) } }),
      advertiser_member_group: Object.fromEntries(
        advertisersInAccessLists.map(({ advertiser_id, member_group_id }) => [advertiser_id, member_group_id]),
      ),
      member_group_activities: [...clientActivities],
      ...(await clientFields(context, tenant?.member_group_id ?? person.member_group_id)),
    }
  },
}
