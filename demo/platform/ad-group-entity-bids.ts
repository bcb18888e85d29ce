import { sql } from 'kysely'
import type { adGroupEntities } from '../../src/contract/ad-group-entities.ts'
import { mayChangeField } from '../../src/contract/ad-groups.rules.ts'
import { bidWithin } from '../../src/contract/bids.rules.ts'
import type { Call } from '../../src/contract/endpoint.ts'
import { decimalOf, microsOf } from '../../src/contract/money.ts'
import { checkBids, checkPairs, pairName } from './ad-group-entity-writes.ts'
import { entityFields, groupIds, type Held, heldGroups, isPair, type Pair, pairsJson } from './ad-group-pairs.ts'
import { refusalOf } from './ad-group-refusals.ts'
import { type RecordedChange, recordChanges } from './campaign-history.ts'
import type { Context } from './context.ts'
import { grouped } from './grouped.ts'
import type { Handlers } from './implement.ts'
import { listWhere } from './list-query.ts'
import { refuseField, stale } from './refusal.ts'

type Parts = Handlers<typeof adGroupEntities>
type Bids = Call<typeof adGroupEntities.bid>['body']['entities']

/** A history that lists more bids than this says how many there were. */
const bidsListed = 100
interface BidChange extends Pair {
  readonly before: string | null
  readonly after: string | null
}
function bidHistory(groups: Held, changes: readonly BidChange[]): RecordedChange[] {
  return [...grouped(changes, ({ ad_group_id }) => ad_group_id)].map(([ad_group_id, all]) => {
    const side = (of: 'before' | 'after') => Object.fromEntries(all.map((one) => [one.entity_id, one[of] && decimalOf(BigInt(one[of]))]))
    const sides =
      all.length > bidsListed
        ? { before: { bids: null }, after: { bids: all.length } }
        : { before: { bids: side('before') }, after: { bids: side('after') } }
    return { campaign_id: groups.get(ad_group_id)?.campaign_id ?? 0, ad_group_id, kind: 'entities_bid', ...sides }
  })
}

/** What is over gets no other bids. */
function checkOpen(groups: Held) {
  for (const { campaign } of groups.values()) {
    const answer = mayChangeField('base_bid', undefined, campaign)
    if (answer !== true) throw refusalOf({ field: 'bid', answer })
  }
}

/** The bids as they are, held; what somebody saw otherwise has been changed since. */
async function heldBids({ database: { kysely } }: Context, memberGroupId: number, entities: Bids) {
  const { rows } = await sql<Pair & { bid: string | null }>`
    select x.ad_group_id, x.entity_id, x.bid::text as bid from ad_group_entities x join ${pairsJson(entities.map(({ ad_group_id, entity_id }) => ({ ad_group_id, entity_id })))} on ${isPair}
    where x.member_group_id = ${memberGroupId} order by x.ad_group_id, x.entity_id for update of x`.execute(kysely)
  const now = new Map(rows.map((row) => [pairName(row), row.bid] as const))
  checkPairs(entities, new Set(now.keys()))
  const isStale = entities.some((one) => {
    const seen = one.seen_bid
    return seen !== undefined && (seen === null ? null : String(microsOf(seen))) !== now.get(pairName(one))
  })
  if (isStale) throw stale('Bid')
  return now
}

/** Nothing can have two bids at once. */
function checkOnce(pairs: readonly Pair[]) {
  const seen = new Set<string>()
  pairs.forEach((pair, index) => {
    if (seen.has(pairName(pair))) throw refuseField(`entities.${index}.entity_id`, 'Say each entity once')
    seen.add(pairName(pair))
  })
}

/** Gives entities bids of their own, or that of their group again. */
export const bid: Parts['bid'] = async ({ body: { entities } }, context) => {
  checkOnce(entities)
  const { memberGroupId, groups } = await heldGroups(context, groupIds(entities))
  checkOpen(groups)
  const bids = entities.map((one) => (one.bid === undefined ? null : microsOf(one.bid)))
  for (const [index, { ad_group_id }] of entities.entries()) {
    const limits = groups.get(ad_group_id)?.campaign.limits
    if (limits) checkBids([bids[index] ?? null], limits, () => `entities.${index}.bid`)
  }
  const now = await heldBids(context, memberGroupId, entities)
  const changes = entities.flatMap(({ ad_group_id, entity_id }, index): BidChange[] => {
    const [before, after] = [now.get(pairName({ ad_group_id, entity_id })) ?? null, bids[index]?.toString() ?? null]
    return before === after ? [] : [{ ad_group_id, entity_id, before, after }]
  })
  const rows = changes.map(({ ad_group_id, entity_id, after }) => ({ ad_group_id, entity_id, bid: after }))
  await sql`update ad_group_entities x set bid = pair.bid from ${pairsJson(rows)} where x.member_group_id = ${memberGroupId} and ${isPair}`.execute(
    context.database.kysely,
  )
  await recordChanges(context, memberGroupId, bidHistory(groups, changes))
  return { changed: changes.length }
}

/** The same for all that some filters find. */
export const bidAll: Parts['bidAll'] = async ({ body }, context) => {
  const { memberGroupId, groups } = await heldGroups(context, [body.ad_group_id])
  checkOpen(groups)
  const micros = body.bid === undefined ? null : microsOf(body.bid)
  const limits = groups.get(body.ad_group_id)?.campaign.limits
  const answer = micros === null || !limits ? true : bidWithin(micros, limits)
  if (answer !== true) throw refusalOf({ field: 'bid', answer })
  const { rows } = await sql<Pair & { before: string | null }>`
    with held as (
      select x.ad_group_id, x.entity_id, x.bid from ad_group_entities x join entities e on e.member_group_id = x.member_group_id and e.entity_id = x.entity_id
      where x.member_group_id = ${memberGroupId} and x.ad_group_id = ${body.ad_group_id} and x.bid is distinct from ${micros}::bigint and ${listWhere(entityFields, body.filters)}
      order by x.entity_id for update of x)
    update ad_group_entities x set bid = ${micros}::bigint from held
    where x.member_group_id = ${memberGroupId} and x.ad_group_id = held.ad_group_id and x.entity_id = held.entity_id
    returning x.ad_group_id, x.entity_id, held.bid::text as before`.execute(context.database.kysely)
  const after = micros?.toString() ?? null
  await recordChanges(
    context,
    memberGroupId,
    bidHistory(
      groups,
      rows.map((row) => ({ ...row, after })),
    ),
  )
  return { changed: rows.length }
}
