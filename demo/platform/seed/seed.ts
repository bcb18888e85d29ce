import { addDays } from '../../../src/contract/date-ranges.ts'
import { locales } from '../../../src/contract/locales.ts'
import { permissions } from '../../../src/contract/permissions.ts'
import type { Database } from '../database/open.ts'
import { Chance } from './chance.ts'
import { clients } from './clients.ts'
import { factTypes, insertMany } from './insert.ts'
import { type SeedPerson, partners, people } from './people.ts'
import { delivered, seedClient } from './seed-client.ts'

export interface SeedOptions {
  /** The day up to which something was delivered. */
  readonly today: string
  /** The one password of the demonstration's people, hashed. */
  readonly passwordHash: string
  /** The hashed secrets of the partners' servers, by their client id. */
  readonly secretHashes: Readonly<Record<string, string>>
  /** Origins that may hold frames and call the platform from a page. */
  readonly origins: readonly string[]
  readonly progress?: (done: number) => void
}

const currencies = [
  [1, 'USD', 'US dollar', '$', 2, 1],
  [2, 'EUR', 'Euro', '€', 2, 0.92],
  [3, 'CAD', 'Canadian dollar', 'CA$', 2, 1.36],
  [4, 'JPY', 'Japanese yen', '¥', 0, 151],
  [5, 'GBP', 'Pound sterling', '£', 2, 0.79],
  [6, 'KWD', 'Kuwaiti dinar', 'KD', 3, 0.307],
] as const

/** What one US dollar is worth, by currency. */
export const perUsd = (code: string) => currencies.find(([, known]) => known === code)?.[5] ?? 1
export const currencyId = (code: string) => currencies.find(([, known]) => known === code)?.[0] ?? 1

async function isDone({ kysely }: Database, name: string) {
  return (await kysely.selectFrom('seeds').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
}

async function seedLookups({ kysely }: Database, today: string) {
  await kysely
    .insertInto('currencies')
    .values(currencies.map(([currency_id, currency_code, name, symbol, digits]) => ({ currency_id, currency_code, name, symbol, digits })))
    .execute()
  const names = new Intl.DisplayNames('en', { type: 'language' })
  await kysely
    .insertInto('locales')
    .values(locales.map((code, index) => ({ id: index + 1, code, name: names.of(code) ?? code })))
    .execute()
  const chance = new Chance('rates')
  const drift = currencies.map(() => 0)
  const rates = Array.from({ length: 561 }, (_, back) => addDays(today, back - 560)).flatMap((day) =>
    currencies.map(([, currency_code, , , , usual], index) => {
      drift[index] = (drift[index] ?? 0) * 0.98 + chance.between(-0.004, 0.004)
      return { currency_code, day, per_usd: currency_code === 'USD' ? '1' : (usual * (1 + (drift[index] ?? 0))).toFixed(8) }
    }),
  )
  await insertMany(kysely, 'exchange_rates', rates, { currency_code: 'text', day: 'date', per_usd: 'numeric' })
}

async function seedPerson({ kysely }: Database, person: SeedPerson, passwordHash: string) {
  const { user_id } = await kysely
    .insertInto('users')
    .values({ email: person.email, user_name: person.name, locale_id: 1, status: 'active', password_hash: passwordHash })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await kysely.insertInto('user_roles').values({ user_id, role_id: person.role }).execute()
  const lists = { client: person.clients, advertiser_group: person.groups, advertiser: person.advertisers }
  for (const [kind, ids = []] of Object.entries(lists))
    for (const thing_id of ids) await kysely.insertInto('user_access').values({ user_id, kind, thing_id }).execute()
}

async function seedPartners({ kysely }: Database, { secretHashes, origins }: SeedOptions) {
  for (const { clientId, name, memberGroupId, advertisers } of partners)
    await kysely
      .insertInto('partner_clients')
      .values({
        client_id: clientId,
        member_group_id: memberGroupId,
        name,
        secret_hash: secretHashes[clientId] ?? '',
        permissions: JSON.stringify(permissions),
        advertiser_ids: advertisers && JSON.stringify(advertisers),
      })
      .execute()
  for (const origin of origins)
    for (const [index] of clients.entries())
      await kysely
        .insertInto('allowed_origins')
        .values({ member_group_id: index + 1, origin })
        .execute()
}

/** The demonstration: three clients, eight people, eighteen months of delivery. Done once; a second call does nothing. */
export async function seed(database: Database, options: SeedOptions): Promise<void> {
  if (await isDone(database, 'demonstration')) return
  await database.kysely.transaction().execute(async (transaction) => {
    const within: Database = { ...database, kysely: transaction }
    await seedLookups(within, options.today)
    for (const [index, client] of clients.entries()) {
      const groups = await seedClient(within, client, index + 1, options.today)
      const chunk = delivered(client, groups, options.today)
      for (const { daily, hours, share } of chunk) {
        await insertMany(transaction, 'facts_daily', daily, factTypes.daily)
        await insertMany(transaction, 'facts_hourly', hours, factTypes.hourly)
        options.progress?.((index + share) / clients.length)
      }
    }
    for (const person of people) await seedPerson(within, person, options.passwordHash)
    await seedPartners(within, options)
    await transaction.insertInto('seeds').values({ name: 'demonstration' }).execute()
  })
}

/** An empty platform: the look-ups, and one super user. */
export async function seedEmpty(database: Database, options: Pick<SeedOptions, 'today' | 'passwordHash'>): Promise<void> {
  if (await isDone(database, 'empty')) return
  await database.kysely.transaction().execute(async (transaction) => {
    const within: Database = { ...database, kysely: transaction }
    await seedLookups(within, options.today)
    const [superUser] = people
    if (superUser) await seedPerson(within, superUser, options.passwordHash)
    await transaction.insertInto('seeds').values({ name: 'empty' }).execute()
  })
}
