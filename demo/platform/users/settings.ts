import { isDeepStrictEqual } from 'node:util'
import { is } from 'superstruct'
import { SettingName, TableSettings, type userSettings } from '../../../src/contract/users/settings.ts'
import type { Database } from '../database/database.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound, Refused, staleVersion } from '../context/refusal.ts'

/** Limit of stored settings for one user. */
const maxSettings = 200

const requireSettingName = (name: string) => {
  if (!is(name, SettingName)) throw notFound('Setting')
}

async function storedSetting({ kysely }: Database, userId: number, name: string) {
  const row = await kysely
    .selectFrom('user_settings')
    .select('value')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  // A value from an older version that cannot be parsed counts as not set.
  return { row, value: is(row?.value, TableSettings) ? row.value : null }
}

export const userSettingHandlers: Handlers<typeof userSettings> = {
  one: async ({ path }, { database }) => {
    requireSettingName(path.name)
    const { value } = await storedSetting(database, path.userId, path.name)
    return { name: path.name, value }
  },
  change: async ({ path, body }, { database, now }) => {
    requireSettingName(path.name)
    const { kysely } = database
    const otherSettings = await kysely
      .selectFrom('user_settings')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', path.userId)
      .where('name', '!=', path.name)
      .executeTakeFirstOrThrow()
    if (Number(otherSettings.count) >= maxSettings)
      throw new Refused('conflict', { subject: 'Settings', rule: `You can store at most ${maxSettings} settings` })
    const stored = await storedSetting(database, path.userId, path.name)
    const hasExpectedValue = body.seen !== undefined
    if (hasExpectedValue && !isDeepStrictEqual(stored.value, body.seen)) throw staleVersion('Setting')
    const value = JSON.stringify(body.value)
    const result = await kysely
      .insertInto('user_settings')
      .values({ user_id: path.userId, name: path.name, value, changed_at: now() })
      .onConflict((conflict) => {
        const replacement = conflict
          .columns(['user_id', 'name'])
          .doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), changed_at: ref('excluded.changed_at') }))
        return hasExpectedValue ? replacement.where('user_settings.value', '=', JSON.stringify(stored.row?.value ?? null)) : replacement
      })
      .returning('name')
      .executeTakeFirst()
    // The value changed after it was read above.
    if (!result) throw staleVersion('Setting')
    return { name: path.name, value: body.value }
  },
}
