import { assert } from 'superstruct'
import { defaultThemeGroupId, Theme, type ThemeValues, type themes } from '../../../src/contract/clients/themes.ts'
import type { Database } from '../database/database.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound } from '../context/refusal.ts'

/** Columns of a theme, from `themes` and `member_groups`. */
export const themeColumns = [
  'id',
  'themes.member_group_id',
  'font_family',
  'primary_color',
  'button_color',
  'button_text_color',
  'registration_enabled',
  'sso_organization_id',
  'sso_connection_id',
] as const

/** Groups the theme's values under `theme`. */
export const themeFrom = <R extends { [name in keyof ThemeValues]: string }>(row: R) => {
  const { font_family, primary_color, button_color, button_text_color, ...otherColumns } = row
  const theme: unknown = { ...otherColumns, theme: { font_family, primary_color, button_color, button_text_color } }
  return theme
}

async function themeOf({ kysely }: Database, memberGroupId: number): Promise<Theme | undefined> {
  const row = await kysely
    .selectFrom('themes')
    .innerJoin('member_groups', 'member_groups.member_group_id', 'themes.member_group_id')
    .select(themeColumns)
    .where('themes.member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!row) return undefined
  const theme = themeFrom(row)
  assert(theme, Theme)
  return theme
}

/** The theme of a client, or the default client's theme. */
export async function effectiveTheme(database: Database, memberGroupId: number): Promise<Theme> {
  const theme = (await themeOf(database, memberGroupId)) ?? (await themeOf(database, defaultThemeGroupId))
  if (!theme) throw notFound('Theme')
  return theme
}

export const themeHandlers: Handlers<typeof themes> = {
  one: async ({ path }, { database }) => effectiveTheme(database, path.memberGroupId),
}
