import type { billing, fundingTypes } from '../../../src/contract/spend-limits/spend-limits.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import { conflict, refuseField } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'
import { tenant } from '../sql/tenant.ts'
import { updateVersioned } from '../sql/versioned.ts'

type Reader = Pick<Context, 'database' | 'scope'>

async function clientVersion(context: Reader): Promise<number> {
  const { version } = await context.database.kysely
    .selectFrom('member_groups')
    .select('version')
    .where('member_group_id', '=', tenant(context))
    .executeTakeFirstOrThrow()
  return version
}

async function typesOf(context: Reader) {
  const rows = await context.database.kysely
    .selectFrom('member_group_funding_types')
    .select(['funding_type_id as id', 'status'])
    .where('member_group_id', '=', tenant(context))
    .orderBy('funding_type_id')
    .execute()
  return { funding_types: rows, version: await clientVersion(context) }
}

/** Writes the next version of the client, so that two changes at the same time do not overwrite each other. */
const nextClientVersion = (context: Context) =>
  updateVersioned(context, 'member_groups', { key: { member_group_id: tenant(context) }, change: {}, subject: 'Client' })

export const fundingTypeHandlers: Handlers<typeof fundingTypes> = {
  list: (_, context) => typesOf(context),
  change: async ({ body }, context) => {
    const member_group_id = tenant(context)
    requireWholeClient(context, member_group_id)
    await nextClientVersion(context)
    for (const { id: funding_type_id, status } of body.funding_types)
      await context.database.kysely
        .insertInto('member_group_funding_types')
        .values({ member_group_id, funding_type_id, status })
        .onConflict((builder) => builder.columns(['member_group_id', 'funding_type_id']).doUpdateSet({ status }))
        .execute()
    const types = await typesOf(context)
    if (types.funding_types.every(({ status }) => status === 'Inactive'))
      throw conflict('Funding types', 'Advertisers need at least one active funding type')
    return types
  },
}

export const billingHandlers: Handlers<typeof billing> = {
  methods: async (_, { database }) => ({
    billing_methods: await database.kysely.selectFrom('billing_methods').selectAll().orderBy('billing_method_id').execute(),
  }),
  one: async (_, context) => {
    const { kysely } = context.database
    const member_group_id = tenant(context)
    const methods = await kysely
      .selectFrom('member_group_billing_methods')
      .select('billing_method_id')
      .where('member_group_id', '=', member_group_id)
      .orderBy('billing_method_id')
      .execute()
    return { billing_method_ids: methods.map(({ billing_method_id }) => billing_method_id), version: await clientVersion(context) }
  },
  change: async ({ body }, context) => {
    const { kysely } = context.database
    const member_group_id = tenant(context)
    requireWholeClient(context, member_group_id)
    const known = await kysely.selectFrom('billing_methods').selectAll().orderBy('billing_method_id').execute()
    const knownIds = known.map(({ billing_method_id }) => billing_method_id)
    const unknownIndex = body.billing_method_ids.findIndex((id) => !knownIds.includes(id))
    if (unknownIndex >= 0) throw refuseField(`billing_method_ids.${unknownIndex}`, 'Expected the ID of a billing method')
    await nextClientVersion(context)
    const billing_methods = known.filter(({ billing_method_id }) => body.billing_method_ids.includes(billing_method_id))
    await kysely.deleteFrom('member_group_billing_methods').where('member_group_id', '=', member_group_id).execute()
    await kysely
      .insertInto('member_group_billing_methods')
      .values(billing_methods.map(({ billing_method_id }) => ({ member_group_id, billing_method_id })))
      .execute()
    return { billing_methods }
  },
}
