import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { currencies } from '../../../src/contract/money/currencies.ts'
import { containsPattern, pageDefault } from '../../../src/contract/list.ts'
import type { localeLookups } from '../../../src/contract/locales.ts'
import { cuisineCategories, defaultEntityAttributes, type lookups } from '../../../src/contract/search/lookups.ts'
import type { Handlers } from '../http/implement.ts'
import { likePattern } from '../sql/pieces.ts'
import { accessFor } from '../access/user-scope.ts'
import { usersWithin } from '../users/read.ts'
import type { Tables } from '../tables/index.ts'

export const currencyHandlers: Handlers<typeof currencies> = {
  list: async (_, { database }) => database.kysely.selectFrom('currencies').selectAll().orderBy('currency_id').execute(),
}

export const localeHandlers: Handlers<typeof localeLookups> = {
  list: async (_, { database }) => database.kysely.selectFrom('locales').selectAll().orderBy('id').execute(),
}

const user = expressionBuilder<Tables, 'users'>()
function matchesName(text: string) {
  const pattern = likePattern(containsPattern(text))
  return user.or([
    user('users.email', 'ilike', pattern),
    user('users.user_name', 'ilike', pattern),
    user(sql`users.first_name || ' ' || users.last_name`, 'ilike', pattern),
  ])
}

/** UTC offset of a time zone at a moment, in minutes. */
function offsetOf(timeZone: string, at: Date): number {
  const dateParts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const [, sign, hours, minutes = '0'] =
    /([+-])(\d\d):?(\d\d)?/.exec(dateParts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

export const lookupHandlers: Handlers<typeof lookups> = {
  members: async ({ query }, { database, caller }) => {
    const { start = pageDefault.start, count = pageDefault.count, query: text } = query ?? {}
    const access = await accessFor(database, caller, 'members.read')
    const listQuery = { pagination: { start, count }, sort: [{ field: 'user_name', order: 'asc' as const }] }
    const { users, total } = await usersWithin(database, access, listQuery, text ? matchesName(text) : undefined)
    return { members: users.map(({ user_id, user_name, email, status }) => ({ user_id, user_name, email, status })), total }
  },
  memberGroupTypes: async (_, { database }) =>
    database.kysely.selectFrom('member_group_types').selectAll().orderBy('member_group_type_id').execute(),
  industries: async (_, { database }) =>
    database.kysely
      .selectFrom('industries as i')
      .select(({ selectFrom }) => [
        'i.industry_id',
        'i.name',
        jsonArrayFrom(
          selectFrom('industry_channels as c').select('c.name').whereRef('c.industry_id', '=', 'i.industry_id').orderBy('c.name'),
        ).as('channels'),
      ])
      .orderBy('i.name')
      .execute(),
  cuisineCategories: async () => ({ cuisine_categories: [...cuisineCategories] }),
  timezones: async (_, { database, now }) => {
    const rows = await database.kysely.selectFrom('timezones').selectAll().orderBy('name').execute()
    return rows.map((row) => ({ ...row, utc_offset_minutes: offsetOf(row.name, now()) }))
  },
  entityAttributes: async ({ path }, { database }) => {
    const rows = await database.kysely
      .selectFrom('entity_attributes')
      .select(['label', 'key', 'order', 'is_internal_id', 'is_name'])
      .where('member_group_id', '=', path.memberGroupId)
      .orderBy('order')
      .execute()
    return { entity_attributes: rows.length > 0 ? rows : [...defaultEntityAttributes] }
  },
}
