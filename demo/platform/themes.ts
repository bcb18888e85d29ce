import { assert } from 'superstruct'
import { Theme, defaultThemeGroupId, type themes } from '../../src/contract/themes.ts'
import type { Database } from './database/open.ts'
import type { Handlers } from './implement.ts'
import { notFound } from './refusal.ts'

async function themeOf({ kysely }: Database, memberGroupId: number): Promise<Theme | undefined> {
  const row = await kysely
    .selectFrom('themes')
    .innerJoin('member_groups', 'member_groups.member_group_id', 'themes.member_group_id')
    .select([
      'id',
      'themes.member_group_id',
      'font_family',
      'primary_color',
      'button_color',
      'button_text_color',
      'registration_enabled',
      'sso_organization_id',
      'sso_connection_id',
    ])
    .where('themes.member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!row) return undefined
  const { font_family, primary_color, button_color, button_text_color, ...rest } = row
  const theme: unknown = { ...rest, theme: { font_family, primary_color, button_color, button_text_color } }
  assert(theme, Theme)
  return theme
}

/** A client without a theme wears that of the default group. */
export const themeHandlers: Handlers<typeof themes> = {
  one: async ({ path }, { database }) => {
    const theme = (await themeOf(database, path.memberGroupId)) ?? (await themeOf(database, defaultThemeGroupId))
    if (!theme) throw notFound('Theme')
    return theme
  },
}
