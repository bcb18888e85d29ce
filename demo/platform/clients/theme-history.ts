import { assert } from 'superstruct'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import { ThemeValues } from '../../../src/contract/clients/themes.ts'
import type { RecordChangeKind } from '../../../src/contract/changes/changes.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { NounHistory, UndoCause } from '../changes/nouns.ts'
import { type Fields, recordDifference } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { updateVersioned } from '../sql/versioned.ts'

const fieldNames = ['font_family', 'primary_color', 'button_color', 'button_text_color'] as const

/** A client's own theme with its version; undefined if it uses the default theme. */
export async function ownTheme({ database: { kysely } }: Pick<Context, 'database'>, memberGroupId: number) {
  const row = await kysely
    .selectFrom('themes')
    .select([...fieldNames, 'version'])
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, ...theme } = row
  assert(theme, ThemeValues)
  return { theme, version }
}

interface ChangedTheme {
  readonly memberGroupId: number
  readonly before: Fields
  readonly after: Fields
  readonly cause: UndoCause | { readonly kind: RecordChangeKind }
}

/** Records a change of a client's theme, and returns its id; null if no field has changed. */
export const recordTheme = (context: Context, { memberGroupId, before, after, cause }: ChangedTheme): Promise<number | null> =>
  recordDifference(
    { ...context, scope: { ...context.scope, memberGroupId } },
    { entity: 'theme', entityId: memberGroupId, ...cause },
    before,
    after,
  )

/** Themes: every change of one can be undone. A removal cannot, because a new theme may be there. */
export const themeHistory: NounHistory<{ readonly memberGroupId: number }> = {
  subject: 'Theme',
  entities: ['theme'],
  undoableFields: fieldNames,
  recordOf: async (context, { memberGroupId }) => {
    requireWholeClient(context, memberGroupId)
    const own = await ownTheme(context, memberGroupId)
    const mayChange = hasPermission(context.caller.permissionsAt({ member_group_id: memberGroupId }), 'themes.change')
    return {
      memberGroupId,
      entityId: memberGroupId,
      version: own?.version ?? 0,
      fields: own?.theme ?? {},
      isChangeable: own !== undefined && mayChange,
    }
  },
  restore: async (context, { memberGroupId }, fields, cause) => {
    const own = await ownTheme(context, memberGroupId)
    assert(fields, ThemeValues)
    await updateVersioned(context, 'themes', { key: { member_group_id: memberGroupId }, change: fields, subject: 'Theme' })
    return (await recordTheme(context, { memberGroupId, before: own?.theme ?? {}, after: fields, cause })) ?? 0
  },
}
