import { integer, object } from 'superstruct'
import type { Handlers } from '../../demo/platform/http/implement.ts'
import { notFound, staleVersion } from '../../demo/platform/context/refusal.ts'
import { patch, put } from '../../src/contract/endpoint.ts'
import { Text } from '../../src/contract/ids.ts'
import { ThemeValues } from '../../src/contract/clients/themes.ts'

/** The measured writes: a client's name with If-Match, and its theme. They pass all guards and create audit entries. */
export const measuredWrites = {
  rename: patch('v1/member_groups/:memberGroupId/measured_name', {
    may: 'member_groups.read',
    versioned: true,
    body: object({ name: Text(1, 100) }),
    result: object({ version: integer() }),
  }),
  paint: put('v1/member_groups/:memberGroupId/measured_theme', { may: 'member_groups.read', body: ThemeValues, result: ThemeValues }),
}

export const measuredWriteHandlers: Handlers<typeof measuredWrites> = {
  rename: async ({ path: { memberGroupId }, body: { name } }, { database, version = 0 }) => {
    const changed = await database.kysely
      .updateTable('member_groups')
      .set({ name, version: version + 1 })
      .where('member_group_id', '=', memberGroupId)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
    if (!changed) throw staleVersion('Client')
    return changed
  },
  paint: async ({ path: { memberGroupId }, body }, { database }) => {
    const { numUpdatedRows } = await database.kysely
      .updateTable('themes')
      .set(body)
      .where('member_group_id', '=', memberGroupId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('Theme')
    return body
  },
}
