import { canAccessAdvertiser } from '../../../src/contract/access/access.rules.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import type { NewAdvertiserRow, manyAdvertisers } from '../../../src/contract/advertisers/many.ts'
import type { NewRowProblem } from '../../../src/contract/advertisers/advertisers.rules.ts'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import { advertiserStatuses } from '../../../src/contract/statuses.ts'
import { advertiserAccessibleSql, groupAccessibleSql } from '../access/advertiser-scope.ts'
import { recordChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { clientCurrency } from '../clients/lookups.ts'
import { lockRow } from '../sql/lock.ts'
import { anyTextOf } from '../sql/pieces.ts'
import { isZoneName, requireOpenClient } from './write.ts'

type Request = Call<typeof manyAdvertisers.createMany>['body']
type Outcome = Result<typeof manyAdvertisers.createMany>['rows'][number]

const maxNameLength = 120
/** Names and codes are compared without case and without spaces around them. */
const keyOf = (text: string) => text.trim().toLowerCase()

/** What the rows may name, by key, as far as the caller has access to it. */
interface Known {
  readonly usualCurrency: string
  readonly currencies: ReadonlyMap<string, string>
  readonly groups: ReadonlyMap<string, number>
  readonly industries: ReadonlyMap<string, number>
  /** Existing advertisers that have the name of a row. */
  readonly existing: ReadonlyMap<string, number>
}

async function knownTo({ database, caller }: Context, member_group_id: number, rows: readonly NewAdvertiserRow[]): Promise<Known> {
  const { kysely } = database
  const currencies = await kysely
    .selectFrom('member_group_currencies as m')
    .innerJoin('currencies as c', 'c.currency_id', 'm.currency_id')
    .select('c.currency_code')
    .where('m.member_group_id', '=', member_group_id)
    .execute()
  const groups = await kysely
    .selectFrom('advertiser_groups as g')
    .select(['g.advertiser_group_id', 'g.name'])
    .where('g.member_group_id', '=', member_group_id)
    .where(groupAccessibleSql(caller.access))
    .execute()
  const industries = await kysely.selectFrom('industries').select(['industry_id', 'name']).execute()
  const existing = await kysely
    .selectFrom('advertisers as a')
    .select(['a.advertiser_id', 'a.name'])
    .where('a.member_group_id', '=', member_group_id)
    .where('a.deleted_at', 'is', null)
    .where(advertiserAccessibleSql(caller.access))
    .where(({ fn, eb }) => eb(fn<string>('lower', ['a.name']), '=', anyTextOf(rows.map(({ name }) => keyOf(name)))))
    .orderBy('a.advertiser_id', 'desc')
    .execute()
  const usualCurrency = await clientCurrency(database, member_group_id)
  return {
    usualCurrency,
    currencies: new Map([usualCurrency, ...currencies.map(({ currency_code }) => currency_code)].map((code) => [keyOf(code), code])),
    groups: new Map(groups.map(({ advertiser_group_id, name }) => [keyOf(name), advertiser_group_id])),
    industries: new Map(industries.map(({ industry_id, name }) => [keyOf(name), industry_id])),
    existing: new Map(existing.map(({ advertiser_id, name }) => [keyOf(name), advertiser_id])),
  }
}

/** The value that a text names; `usual` for an empty text, undefined for an unknown one. */
function named<V, U>(known: ReadonlyMap<string, V>, text: string | undefined, usual: U): V | U | undefined {
  const key = keyOf(text ?? '')
  return key === '' ? usual : known.get(key)
}

const statusesByKey = new Map(advertiserStatuses.map((status) => [status, status] as const))

/** What a row creates, and why it creates nothing. */
function readRow({ caller }: Context, member_group_id: number, row: NewAdvertiserRow, known: Known) {
  const name = row.name.trim()
  const status = named(statusesByKey, row.status, 'pending' as const)
  const currency_code = named(known.currencies, row.currency_code, known.usualCurrency)
  const time_zone = row.time_zone?.trim() || 'UTC'
  const advertiser_group_id = named(known.groups, row.advertiser_group_name, null)
  const industry_id = named(known.industries, row.industry_name, null)
  const tenant = { member_group_id, advertiser_group_id: advertiser_group_id ?? null }
  const permissions = caller.permissionsAt(tenant)
  const mayCreate = canAccessAdvertiser(caller.access, tenant) && hasPermission(permissions, 'advertisers.create')
  const isAllowed = mayCreate && (status === 'pending' || status === undefined || hasPermission(permissions, 'advertisers.activate'))
  const faults: Readonly<Record<Exclude<NewRowProblem, 'duplicate'>, boolean>> = {
    name_missing: name === '',
    name_too_long: name.length > maxNameLength,
    unknown_status: status === undefined,
    unknown_currency: currency_code === undefined,
    unknown_time_zone: !isZoneName(time_zone),
    unknown_group: advertiser_group_id === undefined,
    unknown_industry: industry_id === undefined,
    no_permission: !isAllowed,
  }
  const problems = Object.entries(faults).flatMap(([problem, isFault]) => (isFault ? [problem as NewRowProblem] : [])) // entries lose the literal keys
  return {
    problems,
    values: {
      name,
      status: status ?? 'pending',
      currency_code: currency_code ?? known.usualCurrency,
      time_zone,
      advertiser_group_id: advertiser_group_id ?? null,
      industry_id: industry_id ?? null,
    },
  }
}

type NewValues = ReturnType<typeof readRow>['values']

/** Creates the advertisers, and returns their ids by the key of their name. */
async function insertAll(context: Context, member_group_id: number, rows: readonly NewValues[]): Promise<ReadonlyMap<string, number>> {
  if (rows.length === 0) return new Map()
  const { database, now } = context
  const created = await database.kysely
    .insertInto('advertisers')
    .values(rows.map((row) => ({ ...row, member_group_id, created_at: now() })))
    .returning(['advertiser_id', 'name'])
    .execute()
  const idByKey = new Map(created.map(({ advertiser_id, name }) => [keyOf(name), advertiser_id]))
  const nothing = { channel_ids: [], advertiser_experience_ids: [], billing_address: null, metadata: [], dsps: [] }
  await recordChanges(
    context,
    rows.map(({ currency_code: _, time_zone: __, ...row }) => {
      const after = { ...row, ...nothing }
      return {
        entity: 'advertiser' as const,
        entityId: idByKey.get(keyOf(row.name)) ?? 0,
        kind: 'created' as const,
        before: Object.fromEntries(Object.keys(after).map((field) => [field, null])),
        after,
      }
    }),
  )
  return idByKey
}

/**
 * Creates advertisers from the rows of a list. A row whose name the client has already creates nothing, so the same list can be sent
 * again. A refused row does not stop the others.
 */
export async function createMany(context: Context, member_group_id: number, { advertisers: rows, dry_run: isDryRun = false }: Request) {
  const { kysely } = context.database
  await requireOpenClient(context.database, member_group_id)
  // Two equal lists that are sent at the same time create each advertiser once.
  if (!isDryRun) await lockRow(kysely, 'advertiserNamesOfClient', member_group_id)
  const known = await knownTo(context, member_group_id, rows)
  const seen = new Set<string>()
  const read = rows.map((row) => {
    const key = keyOf(row.name)
    const { problems, values } = readRow(context, member_group_id, row, known)
    const isAgain = key !== '' && seen.has(key)
    seen.add(key)
    const all: NewRowProblem[] = isAgain ? ['duplicate', ...problems] : problems
    return { key, values, problems: all, existing: known.existing.get(key) }
  })
  const isNew = ({ problems, existing }: (typeof read)[number]) => problems.length === 0 && existing === undefined
  const news = read.filter(isNew)
  const created = isDryRun
    ? new Map<string, number>()
    : await insertAll(
        context,
        member_group_id,
        news.map(({ values }) => values),
      )
  const outcomes = read.map((row): Outcome => {
    const { key, problems, existing } = row
    if (existing !== undefined && !problems.includes('duplicate')) return { outcome: 'exists', advertiser_id: existing, problems: [] }
    if (problems.length > 0) return { outcome: 'refused', advertiser_id: null, problems }
    return { outcome: 'created', advertiser_id: created.get(key) ?? null, problems: [] }
  })
  return { rows: outcomes, created: news.length, is_dry_run: isDryRun }
}
