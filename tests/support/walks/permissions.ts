import { idsIn } from './call-ids.ts'
import { people } from '../world/people.ts'
import type { Step, Walker } from './walk.ts'

const sentence = 'You do not have permission to view this information'
const { userId } = people.superUser

async function denied({ endpoint, world, send, undo }: Step, level: string, thing_id: number) {
  const row = { user_id: userId, level, thing_id, permission: endpoint.may ?? '', granted: false }
  await world.database.kysely.insertInto('user_activities').values(row).execute()
  const { status, reply } = await send('superUser')
  await undo()
  if (status !== 403) return [`answers ${status} to somebody whose ${level} level denies ${endpoint.may}`]
  return reply?.formatting.rule === sentence ? [] : [`refuses with "${reply?.formatting.rule}"`]
}

/** Callers without the permission, at the base or at the client, get the specification's message. */
export const permissions: Walker = {
  name: 'permissions',
  covers: ({ may }) => may !== undefined,
  walk: async (step) => {
    const [client] = idsIn(step.call()).filter(({ kind }) => kind.subject === 'Client')
    return [...(await denied(step, 'base', 0)), ...(await denied(step, 'member_group', client?.id ?? 1))]
  },
}
