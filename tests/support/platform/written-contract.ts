import { array, integer, object, optional } from 'superstruct'
import type { Handlers } from '../../../demo/platform/http/implement.ts'
import { conflict, staleVersion } from '../../../demo/platform/context/refusal.ts'
import { get, patch, post } from '../../../src/contract/endpoint.ts'
import { Id, Text } from '../../../src/contract/ids.ts'

const NewChannel = object({ name: Text(1, 100), advertiser_ids: optional(array(Id)) })
const Made = object({ channel_id: integer(), at: integer() })
const path = 'v1/member_groups/:memberGroupId/written'
const may = 'channels.read'

/** A contract with every kind of endpoint that writes. */
export const written = {
  add: post(path, { may, body: NewChannel, result: Made }),
  addOnce: post(`${path}/once`, { may, idempotent: true, body: NewChannel, result: Made }),
  change: patch(`${path}/:id`, { may, versioned: true, body: object({ name: Text(1, 100) }), result: object({ version: integer() }) }),
  addAndFail: post(`${path}/fail`, { may, body: NewChannel, result: Made }),
  addAndBreak: post(`${path}/break`, { may, body: NewChannel, result: object({ channel_id: integer() }) }),
  addSlowly: post(`${path}/slow`, { may, idempotent: true, body: NewChannel, result: Made }),
  refuse: post(`${path}/refuse`, { may, idempotent: true, body: NewChannel, result: Made }),
  surprise: get(`${path}/surprise`, { may, result: Made }),
  mail: post(`${path}/mail`, { open: true, mails: true, body: NewChannel, result: object({ name: Text(1, 100) }) }),
  wait: get(`${path}/wait`, { ownOnly: true, result: object({ waited: integer() }) }),
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
export const slowMs = 300

/** An internal message of a handler that may only appear in the log. */
export const innards = 'the innards of the handler'

/** Handlers that store their input as channels and record each run. */
export function writtenHandlers() {
  const runs: string[] = []
  type Add = Handlers<typeof written>['add']
  const add: Add = async ({ path: { memberGroupId }, body }, { database }) => {
    runs.push(body.name)
    const row = { member_group_id: memberGroupId, name: body.name }
    const { channel_id } = await database.kysely.insertInto('channels').values(row).returning('channel_id').executeTakeFirstOrThrow()
    return { channel_id, at: runs.length }
  }
  const handlers: Handlers<typeof written> = {
    add,
    addOnce: add,
    change: async (_, { version = 0 }) => {
      if (version !== 7) throw staleVersion('Channel')
      return { version: version + 1 }
    },
    addAndFail: async (call, context) => {
      await add(call, context)
      throw new Error(innards)
    },
    addAndBreak: async (call, context) => ({ ...(await add(call, context)), secret: innards }),
    mail: async ({ body: { name } }) => ({ name }),
    addSlowly: async (call, context) => {
      const made = await add(call, context)
      await pause(slowMs)
      return made
    },
    refuse: async (call, context) => {
      await add(call, context)
      throw conflict('Channel', 'It is closed')
    },
    surprise: async () => {
      throw new Error(innards)
    },
    wait: async () => {
      await pause(slowMs)
      return { waited: slowMs }
    },
  }
  return { handlers, runs }
}
