import { opensAdvertiser, opensClient } from '../../src/contract/access.rules.ts'
import type { Caller, Scope } from './context.ts'
import type { Database } from './database/open.ts'
import { noPermission, notFound } from './refusal.ts'

/** The ids that a call names, wherever it names them. */
export interface Named {
  readonly memberGroupId: number | undefined
  readonly advertisers: readonly number[]
  readonly campaigns: readonly number[]
}

const idsIn = (record: Record<string, unknown>, ...names: string[]) =>
  names.flatMap((name) => record[name] ?? []).filter((id): id is number => Number.isInteger(id))

/** Collects them from the path and the body. */
export function namedIn(path: Record<string, string | number>, body: unknown): Named {
  const inBody = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {} // any record will do: only integers are read
  return {
    memberGroupId: idsIn(path, 'memberGroupId')[0] ?? idsIn(inBody, 'member_group_id')[0],
    advertisers: [...idsIn(path, 'advertiserId'), ...idsIn(inBody, 'advertiser_id', 'advertiser_ids')],
    campaigns: [...idsIn(path, 'campaignId'), ...idsIn(inBody, 'campaign_id', 'campaign_ids')],
  }
}

/** What of the named client this caller sees; refuses what lies outside it as if it were not there. */
export async function scopeOf(database: Database, caller: Caller, named: Named): Promise<Scope> {
  const { memberGroupId } = named
  if (memberGroupId === undefined) {
    if (named.advertisers.length > 0 || named.campaigns.length > 0) throw noPermission()
    return { memberGroupId, advertisers: 'all' }
  }
  const isWhole = opensClient(caller.access, memberGroupId)
  const seen = isWhole ? 'all' : await advertisersOf(database, caller, memberGroupId)
  if (seen !== 'all' && seen.length === 0) throw notFound('Client')
  await refuseStrangers(database, named, memberGroupId, seen)
  return { memberGroupId, advertisers: seen }
}

async function advertisersOf({ kysely }: Database, { access }: Caller, memberGroupId: number) {
  const places = await kysely
    .selectFrom('advertisers')
    .select(['member_group_id', 'advertiser_group_id', 'advertiser_id'])
    .where('member_group_id', '=', memberGroupId)
    .where((where) =>
      where.or([
        where('advertiser_id', 'in', [0, ...access.advertisers]),
        where('advertiser_group_id', 'in', [0, ...access.advertiser_groups]),
      ]),
    )
    .execute()
  return places.filter((place) => opensAdvertiser(access, place)).map(({ advertiser_id }) => advertiser_id)
}

async function refuseStrangers({ kysely }: Database, named: Named, memberGroupId: number, seen: 'all' | readonly number[]) {
  const mine = (id: number) => seen === 'all' || seen.includes(id)
  const wanted = [...new Set(named.advertisers)]
  if (!wanted.every(mine)) throw notFound('Advertiser')
  if (wanted.length > 0) {
    const rows = await kysely
      .selectFrom('advertisers')
      .select('advertiser_id')
      .where('member_group_id', '=', memberGroupId)
      .where('advertiser_id', 'in', wanted)
      .execute()
    if (rows.length < wanted.length) throw notFound('Advertiser')
  }
  const campaigns = [...new Set(named.campaigns)]
  if (campaigns.length === 0) return
  const rows = await kysely
    .selectFrom('campaigns')
    .select('advertiser_id')
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', 'in', campaigns)
    .execute()
  if (rows.length < campaigns.length || !rows.every(({ advertiser_id }) => mine(advertiser_id))) throw notFound('Campaign')
}
