import type { memberGroups, MemberGroup } from '../../../src/contract/clients/clients.ts'
import { pageDefault } from '../../../src/contract/list.ts'
import { clientLookups } from './lookups.ts'
import { clientReports } from './reports.ts'
import { clientsFor, reachableClients } from './read.ts'
import { createClient, writeClient } from './write.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { noPermission, notFound } from '../context/refusal.ts'
import { accessFor } from '../access/user-scope.ts'

async function oneOf({ database, caller }: Context, memberGroupId: number): Promise<MemberGroup> {
  const [client] = await clientsFor(database, caller, caller.access, { start: 0, count: 1 }, memberGroupId)
  if (!client) throw notFound('Client')
  return client
}

export const memberGroupHandlers: Handlers<typeof memberGroups> = {
  list: async ({ query }, { database, caller }) => {
    const page = { start: query?.start ?? pageDefault.start, count: query?.count ?? pageDefault.count }
    const access = await accessFor(database, caller, 'member_groups.read')
    const { total } = await reachableClients(database, access)
      .select((where) => where.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { member_groups: await clientsFor(database, caller, access, page), total }
  },
  one: async ({ path }, context) => oneOf(context, path.memberGroupId),
  create: async ({ body }, context) => {
    if (!context.caller.access.all) throw noPermission()
    return oneOf(context, await createClient(context, body))
  },
  change: async ({ path, body }, context) => {
    await writeClient(context, path.memberGroupId, body)
    return oneOf(context, path.memberGroupId)
  },
  ...clientReports,
  ...clientLookups,
}
