import { sql } from 'kysely'
import { type BiddingConfig, biddingConfigPages, type biddingConfigs, biddingTypes } from '../../../src/contract/bids/bidding-configs.ts'
import type { bidEffects } from '../../../src/contract/bids/bid-effect.ts'
import { pageDefault } from '../../../src/contract/list.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { UndoCause } from '../changes/nouns.ts'
import { recordDifference } from '../changes/record.ts'
import { effectOf } from './bid-effect.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { conflict, notFound, refuseField } from '../context/refusal.ts'
import { updateVersioned } from '../sql/versioned.ts'

interface Row extends Omit<BiddingConfig, 'min_bid' | 'max_bid'> {
  readonly min_bid: number
  readonly max_bid: number | null
}

const fields: ListFields = {
  currency_id: { column: sql.ref('c.currency_id'), type: 'integer' },
  currency_code: { column: sql`c.currency_code::text`, type: 'text' },
  bidding_config_id: { column: sql.ref('b.bidding_config_id'), type: 'integer' },
  bidding_type_id: { column: sql.ref('b.bidding_type_id'), type: 'integer' },
}
const configsFrom = ({ kysely }: Context['database'], memberGroupId: number) =>
  kysely
    .selectFrom('bidding_configs as b')
    .innerJoin('currencies as c', 'c.currency_id', 'b.currency_id')
    .where('b.member_group_id', '=', memberGroupId)
const withCurrency = (from: ReturnType<typeof configsFrom>) =>
  from
    .select(['b.bidding_config_id', 'b.currency_id', 'c.currency_code', 'b.bidding_type_id'])
    .select(['b.min_bid', 'b.max_bid', 'b.version'])

const decimal = (micros: number) => decimalOf(BigInt(micros))
const configOf = (row: Row): BiddingConfig => ({
  ...row,
  min_bid: decimal(row.min_bid),
  max_bid: row.max_bid === null ? null : decimal(row.max_bid),
})

/** A page of a client's configs. The default page size differs by endpoint version. */
async function configPage(
  { database }: Context,
  memberGroupId: number,
  query: ListQuery,
  defaultCount: number,
  type?: BiddingConfig['bidding_type_id'],
) {
  const ofClient = configsFrom(database, memberGroupId)
  const { rows, total } = await pageOf({
    from: type === undefined ? ofClient : ofClient.where('b.bidding_type_id', '=', type),
    columns: withCurrency,
    fields,
    id: sql`b.currency_id, b.bidding_type_id`,
    where: { ...query, pagination: query.pagination ?? { start: pageDefault.start, count: defaultCount } },
    row: configOf,
  })
  return { bidding_configs: rows, total }
}

export async function configById({ database }: Context, memberGroupId: number, id: number): Promise<BiddingConfig> {
  const row = await withCurrency(configsFrom(database, memberGroupId)).where('b.bidding_config_id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Bidding config')
  return configOf(row)
}

const micros = (bid: string) => Number(microsOf(bid))
const microsOrNone = (bid: string | null | undefined) => (bid === null || bid === undefined ? null : micros(bid))

function requireValidLimits(minBid: number, maxBid: number | null) {
  if (maxBid !== null && maxBid < minBid) throw refuseField('max_bid', 'The highest bid must be at least the lowest bid')
}

/** Copies the minimum bid per click in the client's own currency to the client's row, which shows it. */
const syncClientMinimum = ({ database: { kysely } }: Context, memberGroupId: number) =>
  kysely
    .updateTable('member_groups as m')
    .from('bidding_configs as b')
    .innerJoin('currencies as c', 'c.currency_id', 'b.currency_id')
    .set(({ eb, ref }) => ({ min_bid: ref('b.min_bid'), version: eb('m.version', '+', 1) }))
    .where('m.member_group_id', '=', memberGroupId)
    .whereRef('b.member_group_id', '=', 'm.member_group_id')
    .whereRef('c.currency_code', '=', 'm.default_currency_code')
    .where('b.bidding_type_id', '=', biddingTypes.CPC)
    .whereRef('m.min_bid', '!=', 'b.min_bid')
    .execute()

const limitsOf = ({ min_bid, max_bid }: BiddingConfig) => ({ min_bid, max_bid })

interface LimitChange {
  readonly min_bid?: string | undefined
  readonly max_bid?: string | null | undefined
}

/** Writes the limits of a config, and returns the id of the change; null if they are the same. */
export async function writeLimits(
  context: Context,
  memberGroupId: number,
  current: BiddingConfig,
  change: LimitChange,
  cause: UndoCause | { readonly kind: 'changed' } = { kind: 'changed' },
) {
  requireWholeClient(context, memberGroupId)
  const { bidding_config_id } = current
  const min_bid = micros(change.min_bid ?? current.min_bid)
  const max_bid = microsOrNone(change.max_bid === undefined ? current.max_bid : change.max_bid)
  requireValidLimits(min_bid, max_bid)
  await updateVersioned(context, 'bidding_configs', {
    key: { bidding_config_id },
    change: { min_bid, max_bid },
    subject: 'Bidding config',
  })
  await syncClientMinimum(context, memberGroupId)
  const after = await configById(context, memberGroupId, bidding_config_id)
  const record = { entity: 'bidding_config', entityId: bidding_config_id, ...cause } as const
  return recordDifference(context, record, limitsOf(current), limitsOf(after))
}

export const biddingConfigHandlers: Handlers<typeof biddingConfigs> = {
  firstReport: async ({ path, body }, context) => {
    const { bidding_configs, total } = await configPage(context, path.memberGroupId, body, biddingConfigPages.v1, biddingTypes.CPC)
    const configs = bidding_configs.map(({ currency_id, currency_code, min_bid, max_bid }) => ({
      currency_id,
      currency_code,
      min_bid,
      max_bid,
    }))
    return { bidding_configs: configs, total }
  },
  report: async ({ path, body }, context) => configPage(context, path.memberGroupId, body, biddingConfigPages.v2),
  create: async ({ path: { memberGroupId: member_group_id }, body }, context) => {
    requireWholeClient(context, member_group_id)
    const { kysely } = context.database
    const { currency_id, bidding_type_id } = body
    const currency = await kysely.selectFrom('currencies').select('currency_id').where('currency_id', '=', currency_id).executeTakeFirst()
    if (!currency) throw refuseField('currency_id', 'Choose a valid currency ID')
    const limits = { min_bid: micros(body.min_bid), max_bid: microsOrNone(body.max_bid) }
    requireValidLimits(limits.min_bid, limits.max_bid)
    await kysely
      .insertInto('member_group_currencies')
      .values({ member_group_id, currency_id })
      .onConflict((conflictBuilder) => conflictBuilder.doNothing())
      .execute()
    const config = await kysely
      .insertInto('bidding_configs')
      .values({ member_group_id, currency_id, bidding_type_id, ...limits })
      .onConflict((conflictBuilder) => conflictBuilder.columns(['member_group_id', 'currency_id', 'bidding_type_id']).doNothing())
      .returning('bidding_config_id')
      .executeTakeFirst()
    if (!config) throw conflict('Bidding config', 'This currency already has a bidding config of this type')
    await syncClientMinimum(context, member_group_id)
    const created = await configById(context, member_group_id, config.bidding_config_id)
    const change = { entity: 'bidding_config', entityId: created.bidding_config_id, kind: 'created' } as const
    await recordDifference(context, change, {}, limitsOf(created))
    return created
  },
  change: async ({ path: { memberGroupId, biddingConfigId }, body }, context) => {
    await writeLimits(context, memberGroupId, await configById(context, memberGroupId, biddingConfigId), body)
    return configById(context, memberGroupId, biddingConfigId)
  },
  unassignedCurrencies: async ({ path: { memberGroupId } }, { database: { kysely } }) => {
    const assigned = kysely.selectFrom('member_group_currencies').select('currency_id').where('member_group_id', '=', memberGroupId)
    return {
      currencies: await kysely
        .selectFrom('currencies')
        .selectAll()
        .where('currency_id', 'not in', assigned)
        .orderBy('currency_id')
        .execute(),
    }
  },
}

export const bidEffectHandlers: Handlers<typeof bidEffects> = {
  effect: ({ path, body }, context) => effectOf(context, path.memberGroupId, body),
}
