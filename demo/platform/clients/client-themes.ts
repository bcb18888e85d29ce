import { assert } from 'superstruct'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import { changeClientRule } from '../../../src/contract/clients/clients.rules.ts'
import { type clientThemes, type NewTheme, EditableTheme, type ThemeChange } from '../../../src/contract/clients/client-themes.ts'
import { defaultThemeGroupId } from '../../../src/contract/clients/themes.ts'
import { requireWholeClient, clientAccessibleSql } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { conflict, noPermission, notFound } from '../context/refusal.ts'
import { clientState, recordClient } from './history.ts'
import { ownTheme, recordTheme } from './theme-history.ts'
import { themeColumns, themeFrom } from './themes.ts'
import { accessFor } from '../access/user-scope.ts'
import { nextVersion, updateVersioned } from '../sql/versioned.ts'

/** Themes of the accessible clients, or of only one of them. */
async function themesFor({ database }: Context, access: Access, only?: number): Promise<EditableTheme[]> {
  const accessibleThemes = database.kysely
    .selectFrom('themes')
    .innerJoin('member_groups as m', 'm.member_group_id', 'themes.member_group_id')
    .select([...themeColumns, 'm.name as member_group_name', 'themes.version'])
    .where(clientAccessibleSql(access))
    .orderBy('themes.member_group_id')
  const rows = await (only === undefined ? accessibleThemes : accessibleThemes.where('themes.member_group_id', '=', only)).execute()
  return rows.map((row) => {
    const theme = themeFrom(row)
    assert(theme, EditableTheme)
    return theme
  })
}

async function writtenTheme(context: Context, memberGroupId: number): Promise<EditableTheme> {
  const [theme] = await themesFor(context, context.caller.access, memberGroupId)
  if (!theme) throw notFound('Theme')
  return theme
}

/** Writes the registration and sign-in settings, which are columns of the client. They raise the client's version. */
async function writeSignInSettings(context: Context, memberGroupId: number, { theme: _, ...doors }: NewTheme | ThemeChange) {
  const { database, caller } = context
  if (changeClientRule('active', doors, caller.access.all) !== true) throw noPermission()
  if (Object.values(doors).every((value) => value === undefined)) return
  const before = await clientState(context, memberGroupId)
  await database.kysely
    .updateTable('member_groups')
    .set({ ...doors, version: nextVersion })
    .where('member_group_id', '=', memberGroupId)
    .execute()
  await recordClient(context, { memberGroupId, before: before?.fields, cause: { kind: 'changed' } })
}

export const clientThemeHandlers: Handlers<typeof clientThemes> = {
  list: async (_, context) => ({ themes: await themesFor(context, await accessFor(context.database, context.caller, 'themes.read')) }),
  create: async ({ path: { memberGroupId }, body }, context) => {
    requireWholeClient(context, memberGroupId)
    const theme = await context.database.kysely
      .insertInto('themes')
      .values({ member_group_id: memberGroupId, ...body.theme })
      .onConflict((clash) => clash.column('member_group_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!theme) throw conflict('Theme', 'This client already has a theme')
    await recordTheme(context, { memberGroupId, before: {}, after: body.theme, cause: { kind: 'created' } })
    await writeSignInSettings(context, memberGroupId, body)
    return writtenTheme(context, memberGroupId)
  },
  change: async ({ path: { memberGroupId }, body }, context) => {
    requireWholeClient(context, memberGroupId)
    const current = await writtenTheme(context, memberGroupId)
    const after = { ...current.theme, ...body.theme }
    await updateVersioned(context, 'themes', { key: { member_group_id: memberGroupId }, change: after, subject: 'Theme' })
    await recordTheme(context, { memberGroupId, before: current.theme, after, cause: { kind: 'changed' } })
    await writeSignInSettings(context, memberGroupId, body)
    return writtenTheme(context, memberGroupId)
  },
  remove: async ({ path: { memberGroupId } }, context) => {
    const { database } = context
    requireWholeClient(context, memberGroupId)
    if (memberGroupId === defaultThemeGroupId) throw conflict('Theme', 'The default theme can’t be removed')
    const own = await ownTheme(context, memberGroupId)
    if (!own) throw notFound('Theme')
    await database.kysely.deleteFrom('themes').where('member_group_id', '=', memberGroupId).execute()
    const after = Object.fromEntries(Object.keys(own.theme).map((field) => [field, null]))
    await recordTheme(context, { memberGroupId, before: own.theme, after, cause: { kind: 'removed' } })
    return 'success'
  },
}
