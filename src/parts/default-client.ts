import { defaultClientOf } from '../contract/context.rules.ts'
import { memberGroups } from '../contract/member-groups.ts'
import { users } from '../contract/users.ts'
import { useRead } from '../kit/cache.tsx'
import type { Problem } from '../kit/problem.ts'

/** The client to begin with. */
export interface DefaultClient {
  readonly isPending: boolean
  /** Nothing for somebody without any client. */
  readonly clientId?: number
  readonly problem?: Problem
}

const byId = [{ field: 'advertiser_id', order: 'asc' as const }]

/** Which client somebody sees whose address says none; asks only where that is wanted. */
export function useDefaultClient(isWanted: boolean, roles: readonly number[] = []): DefaultClient {
  const own = useRead(users.advertisersReport, isWanted ? { body: { pagination: { start: 0, count: 1 }, sort: byId } } : null)
  const clients = useRead(memberGroups.list, isWanted ? { query: { start: 0, count: 1 } } : null)
  if (!isWanted) return { isPending: false }
  const problem = clients.error ?? own.error
  if (problem) return { isPending: false, problem }
  if (!own.data || !clients.data) return { isPending: true }
  const clientId = defaultClientOf({
    roles,
    advertiser_member_group: Object.fromEntries(own.data.advertisers.map((one) => [one.advertiser_id, one.member_group_id])),
    member_group_activities: clients.data.member_groups.map(({ member_group_id }) => member_group_id),
  })
  return { isPending: false, ...(clientId !== undefined && { clientId }) }
}
