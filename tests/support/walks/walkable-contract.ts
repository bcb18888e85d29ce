import { integer, object } from 'superstruct'
import type { Handlers } from '../../../demo/platform/http/implement.ts'
import { staleVersion } from '../../../demo/platform/context/refusal.ts'
import { get, patch, post } from '../../../src/contract/endpoint.ts'
import { Text } from '../../../src/contract/ids.ts'
import type { Examples } from '../examples/example-calls.ts'
import { written, writtenHandlers } from '../platform/written-contract.ts'

const path = 'v1/member_groups/:memberGroupId/walkable'
const may = 'channels.read'

/** A valid contract: a read, a write, an idempotent one, one that mails, and a versioned one. */
export const walkable = {
  look: get(path, { may, result: object({ channels: integer() }) }),
  add: written.add,
  addOnce: written.addOnce,
  mail: post(`${path}/mail`, { open: true, mails: true, body: object({ name: Text(1, 100) }), result: object({ name: Text(1, 100) }) }),
  rename: patch(path, { may, versioned: true, body: object({ name: Text(1, 100) }), result: object({ version: integer() }) }),
}

export const walkableExamples: Examples<typeof walkable> = {
  add: ({ advertiser }) => ({ body: { name: 'a channel', advertiser_ids: [advertiser] } }),
  addOnce: () => ({ body: { name: 'a channel' } }),
  mail: () => ({ body: { name: 'somebody' } }),
  rename: () => ({ body: { name: 'a name' } }),
}

const { handlers } = writtenHandlers()

export const walkableHandlers: Handlers<typeof walkable> = {
  look: async (_, { database, scope }) => {
    const channels = await database.kysely
      .selectFrom('channels')
      .select('name')
      .where('member_group_id', '=', scope.memberGroupId ?? 0)
      .execute()
    return { channels: channels.length }
  },
  add: handlers.add,
  addOnce: handlers.addOnce,
  mail: async ({ body }) => body,
  rename: async ({ path: { memberGroupId }, body }, { database, version = 0 }) => {
    const { numUpdatedRows } = await database.kysely
      .updateTable('member_groups')
      .set({ name: body.name, version: version + 1 })
      .where('member_group_id', '=', memberGroupId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) throw staleVersion('Client')
    return { version: version + 1 }
  },
}
