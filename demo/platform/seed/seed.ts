import { userNameOf } from '../access/users.rules.ts'
import type { Kysely } from 'kysely'
import { partnerPermissions } from '../access/partner-permissions.ts'
import type { Database } from '../database/database.ts'
import type { Tables } from '../tables/index.ts'
import { seedClientSettings } from './client-settings.ts'
import type { SeedRows } from './rows.ts'
import { clientRows } from './client-rows.ts'
import { clients } from './clients.ts'
import { addPurchasesFromFacts } from '../delivery/purchases.ts'
import { factsOf, type LocalClock } from './facts.ts'
import { resetSequences, insertFacts, insertRows } from './insert.ts'
import { hoursOf, localTime } from '../reports/trend.ts'
import { seedLedger } from './ledger.ts'
import { currencyRows, localeRows, rateRows } from './lookups.ts'
import { type SeedPerson, partners, people } from './people.ts'
import { seedRegistrations } from './registrations.ts'
import { seedFeeds } from './feeds.ts'
import { seedImages } from './images.ts'
import { seedInsertionOrders } from './insertion-orders.ts'
import { seedPayments } from './payments.ts'
import { seedPromotionalCredits } from './promotional-credits.ts'
import { seedSavedReports } from './saved-reports.ts'
import { seedTargetings } from './targetings.ts'
import { seedTemplates } from './templates.ts'
import { seedAutoRebills } from './auto-rebills.ts'
import { seedWires } from './wires.ts'

export interface SeedOptions {
  readonly today: string
  /** The time up to which facts are delivered. Default: the start of today in UTC. */
  readonly now?: Date
  /** The hash of the password that all people of the demonstration share. */
  readonly passwordHash: string
  /** Hashed partner secrets by client id; a partner without a secret is not seeded. */
  readonly secretHashes: Readonly<Record<string, string>>
  /** Origins that may embed frames and call the platform from a page. */
  readonly origins: readonly string[]
  readonly progress?: (doneSteps: number) => void
}

const seedNames = ['demonstration', 'empty'] as const

/** What the database was seeded with; undefined if it was not seeded. */
export async function seedContent({ kysely }: Pick<Database, 'kysely'>): Promise<(typeof seedNames)[number] | undefined> {
  const seeds = await kysely.selectFrom('seeds').select('name').execute()
  return seedNames.find((name) => seeds.some((row) => row.name === name))
}

async function seedLookups(kysely: Kysely<Tables>, today: string) {
  await insertRows(kysely, 'currencies', currencyRows())
  await insertRows(kysely, 'locales', localeRows())
  await insertRows(kysely, 'exchange_rates', rateRows(today))
}

/** All seeded people have accepted the terms of their clients. */
async function acceptTerms(kysely: Kysely<Tables>, access: readonly { user_id: number; kind: string; thing_id: number }[]) {
  const terms = await kysely.selectFrom('terms').select(['member_group_id', 'url']).execute()
  const placed = await kysely.selectFrom('advertisers').select(['member_group_id', 'advertiser_id', 'advertiser_group_id']).execute()
  const clientsOf = ({ kind, thing_id }: (typeof access)[number]) => {
    const below = placed.filter((row) => (kind === 'advertiser' ? row.advertiser_id : row.advertiser_group_id) === thing_id)
    return kind === 'client' ? [thing_id] : below.map(({ member_group_id }) => member_group_id)
  }
  const userClients = access.flatMap((row) => clientsOf(row).map((client) => [row.user_id, client] as const))
  const acceptances = terms.flatMap(({ member_group_id, url }) => {
    const users = new Set(userClients.flatMap(([user_id, client]) => (client === member_group_id ? user_id : [])))
    return [...users].map((user_id) => ({ member_group_id, user_id, url, accepted_at: '2025-02-02T09:00:00Z' }))
  })
  await insertRows(kysely, 'terms_acceptances', acceptances)
}

async function seedPeople(kysely: Kysely<Tables>, persons: readonly SeedPerson[], password_hash: string) {
  const numbered = persons.map((person, index) => ({ ...person, user_id: index + 1 }))
  const users = numbered.map(({ user_id, email, name }) => ({
    user_id,
    email,
    user_name: userNameOf(email),
    first_name: name.split(' ')[0] ?? '',
    last_name: name.split(' ').slice(1).join(' '),
    locale_id: 1,
    status: 'active',
    password_hash,
  }))
  const access = numbered.flatMap(({ user_id, clients: client, groups: advertiser_group, advertisers: advertiser }) =>
    Object.entries({ client, advertiser_group, advertiser }).flatMap(([kind, ids = []]) =>
      ids.map((thing_id) => ({ user_id, kind, thing_id })),
    ),
  )
  await kysely
    .insertInto('users')
    .values(users.map((user) => ({ ...user, created_at: '2025-01-06T09:00:00Z' })))
    .execute()
  await insertRows(
    kysely,
    'user_roles',
    numbered.map(({ user_id, role }) => ({ user_id, role_id: role })),
  )
  await insertRows(kysely, 'user_access', access)
  await acceptTerms(kysely, access)
}

async function seedPartners(kysely: Kysely<Tables>, { secretHashes, origins }: SeedOptions) {
  const rows = partners.flatMap(({ clientId, name, memberGroupId, advertisers }) => {
    const secret_hash = secretHashes[clientId]
    if (!secret_hash) return []
    return {
      client_id: clientId,
      member_group_id: memberGroupId,
      name,
      secret_hash,
      permissions: partnerPermissions,
      advertiser_ids: advertisers,
      active: true,
    }
  })
  await insertRows(kysely, 'partner_clients', rows)
  const allowedOrigins = clients.flatMap((_, index) => origins.map((origin) => ({ member_group_id: index + 1, origin })))
  await insertRows(kysely, 'allowed_origins', allowedOrigins)
}

const tablesInOrder = [
  'member_groups',
  'member_group_currencies',
  'themes',
  'channels',
  'entity_groups',
  'sites',
  'advertiser_metadata_keys',
  'experiences',
  'experience_assets',
  'terms',
  'advertiser_groups',
  'advertisers',
  'entities',
  'campaigns',
  'ad_groups',
  'ad_group_entities',
] as const satisfies readonly (keyof Tables & keyof SeedRows)[]

/** The clock of a time zone, with cached hours of each day. */
function localClock(at: Date, zone: string): LocalClock {
  const days = new Map<string, number[]>()
  return {
    ...localTime(at, zone),
    hoursOf(day: string): readonly number[] {
      const hours = days.get(day) ?? hoursOf(day, zone)
      days.set(day, hours)
      return hours
    },
  }
}

/** Inserts facts one ad group at a time, to limit memory and to report progress. */
async function seedFacts(kysely: Kysely<Tables>, { delivering }: SeedRows, now: Date, progress: SeedOptions['progress']) {
  const clocks = new Map([...new Set(delivering.map(({ zone }) => zone))].map((zone) => [zone, localClock(now, zone)]))
  for (const [index, group] of delivering.entries()) {
    const client = clients[group.member_group_id - 1]
    const clock = clocks.get(group.zone)
    if (!client || !clock) continue
    const { daily, hours } = factsOf(client, group, clock)
    await insertFacts(kysely, 'facts_daily', group, daily)
    await insertFacts(kysely, 'facts_hourly', group, hours)
    progress?.((index + 1) / delivering.length)
  }
}

/** Seeds in one transaction, unless the database is already seeded. The statement limit of requests would end it on a busy machine. */
async function seedOnce(database: Database, name: (typeof seedNames)[number], fill: (kysely: Kysely<Tables>) => Promise<void>) {
  if (await seedContent(database)) return
  await database.withoutLimits((unlimited) =>
    unlimited.transaction().execute(async (kysely) => {
      await fill(kysely)
      await resetSequences(kysely)
      await kysely.insertInto('seeds').values({ name }).execute()
    }),
  )
}

/**
 * Seeds the demonstration: three clients, a fourth with many small advertisers, eight people, eighteen months of delivery. An
 * already seeded database stays unchanged.
 */
export function seed(database: Database, options: SeedOptions): Promise<void> {
  const { today, now = new Date(`${today}T00:00:00Z`), passwordHash, progress } = options
  return seedOnce(database, 'demonstration', async (kysely) => {
    const rows = clientRows(today)
    await seedLookups(kysely, today)
    for (const table of tablesInOrder) await insertRows(kysely, table, rows[table])
    await seedClientSettings(kysely)
    await seedTargetings(kysely)
    await seedTemplates(kysely)
    await seedRegistrations(kysely, today)
    await seedFeeds(kysely, today, now)
    await seedImages(kysely)
    await seedFacts(kysely, rows, now, progress)
    await addPurchasesFromFacts(kysely, today)
    await seedLedger(kysely, today, now)
    await seedPeople(kysely, people, passwordHash)
    await seedInsertionOrders(kysely, today, now)
    await seedPayments(kysely, now)
    await seedAutoRebills(kysely, now)
    await seedWires(kysely, now)
    await seedPromotionalCredits(kysely, today, now)
    await seedSavedReports(kysely)
    await seedPartners(kysely, options)
  })
}

/** Seeds an empty platform: lookups and one super user. */
export const seedEmpty = (database: Database, { today, passwordHash }: Pick<SeedOptions, 'today' | 'passwordHash'>): Promise<void> =>
  seedOnce(database, 'empty', async (kysely) => {
    await seedLookups(kysely, today)
    await seedPeople(kysely, people.slice(0, 1), passwordHash)
  })
