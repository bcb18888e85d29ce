import { isDeepStrictEqual } from 'node:util'
import { is } from 'superstruct'
import { SettingName, TableSettings, type userSettings } from '../../../src/contract/users/settings.ts'
import type { Database } from '../database/open.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound, Refused, staleVersion } from '../context/refusal.ts'

/** Limit of stored settings for one user. */
const settingsMost = 200

const checkName = (name: string) => {
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
    checkName(path.name)
    const { value } = await storedSetting(database, path.userId, path.name)
    return { name: path.name, value }
  },
  change: async ({ path, body }, { database, now }) => {
    checkName(path.name)
    const { kysely } = database
    const others = await kysely
      .selectFrom('user_settings')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', path.userId)
      .where('name', '!=', path.name)
      .executeTakeFirstOrThrow()
    if (Number(others.count) >= settingsMost)
      throw new Refused('conflict', { subject: 'Settings', rule: `You can store at most ${settingsMost} settings` })
    const found = await storedSetting(database, path.userId, path.name)
    const isSeen = body.seen !== undefined
    if (isSeen && !isDeepStrictEqual(found.value, body.seen)) throw staleVersion('Setting')
    const value = JSON.stringify(body.value)
    const written = await kysely
      .insertInto('user_settings')
      .values({ user_id: path.userId, name: path.name, value, changed_at: now() })
      .onConflict((clash) => {
        const replacing = clash
          .columns(['user_id', 'name'])
          .doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), changed_at: ref('excluded.changed_at') }))
        return isSeen ? replacing.where('user_settings.value', '=', JSON.stringify(found.row?.value ?? null)) : replacing
      })
      .returning('name')
      .executeTakeFirst()
    // The value changed after it was read above.
    if (!written) throw staleVersion('Setting')
    return { name: path.name, value: body.value }
  },
}
