import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
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
    if (Number(others.count) >= settingsMost) throw new Refused('conflict', { subject: 'Settings', rule: `Keep at most ${settingsMost}` })
    const found = await storedSetting(database, path.userId, path.name)
    const isSeen = body.seen !== undefined
    if (isSeen && !isDeepStrictEqual(found.value, body.seen)) throw staleVersion('Setting')
    const value = JSON.stringify(body.value)
    const { rows } = await sql<{ name: string }>`
      insert into user_settings (user_id, name, value, changed_at) values (${path.userId}, ${path.name}, ${value}::jsonb, ${now()})
      on conflict (user_id, name) do update set value = excluded.value, changed_at = excluded.changed_at
      where ${!isSeen}::boolean or user_settings.value = ${JSON.stringify(found.row?.value ?? null)}::jsonb
      returning name`.execute(kysely)
    // The value changed after it was read above.
    if (rows.length === 0) throw staleVersion('Setting')
    return { name: path.name, value: body.value }
  },
}
