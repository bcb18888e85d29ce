import { is } from 'superstruct'
import { SettingName, TableSettings, type userSettings } from '../../src/contract/user-settings.ts'
import type { Handlers } from './implement.ts'
import { notFound, Refused } from './refusal.ts'

/** No person keeps more settings than this. */
const settingsMost = 200

const checkName = (name: string) => {
  if (!is(name, SettingName)) throw notFound('Setting')
}

export const userSettingHandlers: Handlers<typeof userSettings> = {
  one: async ({ path }, { database }) => {
    checkName(path.name)
    const row = await database.kysely
      .selectFrom('user_settings')
      .select('value')
      .where('user_id', '=', path.userId)
      .where('name', '=', path.name)
      .executeTakeFirst()
    // What an older version wrote and nobody understands any more counts as not set.
    return { name: path.name, value: is(row?.value, TableSettings) ? row.value : null }
  },
  change: async ({ path, body }, { database: { kysely }, now }) => {
    checkName(path.name)
    const others = await kysely
      .selectFrom('user_settings')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', path.userId)
      .where('name', '!=', path.name)
      .executeTakeFirstOrThrow()
    if (Number(others.count) >= settingsMost) throw new Refused('conflict', { subject: 'Settings', rule: `Keep at most ${settingsMost}` })
    const value = JSON.stringify(body.value)
    await kysely
      .insertInto('user_settings')
      .values({ user_id: path.userId, name: path.name, value, changed_at: now() })
      .onConflict((clash) => clash.columns(['user_id', 'name']).doUpdateSet({ value, changed_at: now() }))
      .execute()
    return { name: path.name, value: body.value }
  },
}
