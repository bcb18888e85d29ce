import { useMemo } from 'react'
import { advertiserGroups } from '../../../contract/advertisers/groups.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import { containsPattern, type Filter } from '../../../contract/list.ts'
import { users } from '../../../contract/users/users.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import type { OptionLoader, OptionRequest } from '../../../ui/select/option.ts'

/** Searches clients, advertiser groups and advertisers by name, page by page, because there can be thousands. */
interface TenantOptions {
  readonly clients: OptionLoader
  readonly advertiser_groups: OptionLoader
  readonly advertisers: OptionLoader
}

const listBody = ({ search, start, count }: OptionRequest, filters: readonly Filter[]) => ({
  pagination: { start, count },
  sort: [{ field: 'name', order: 'asc' as const }],
  filters: [...filters, ...(search ? [{ field: 'name', operation: 'ILIKE' as const, value: containsPattern(search) }] : [])],
})

/** The tenants that the user may choose: those of one client, or of all clients. */
export function useTenantOptions(memberGroupId: number | undefined): TenantOptions {
  const { send } = useRuntime()
  const viewer = useViewer()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  return useMemo(() => {
    const path = { userId: userId ?? 0 }
    // Internal staff sees groups of two clients by default, so the filter is always there.
    const ofClient: Filter =
      memberGroupId === undefined
        ? { field: 'member_group_id', operation: '>', value: 0 }
        : { field: 'member_group_id', operation: '=', value: memberGroupId }
    return {
      clients: async (request) => {
        const { member_groups, total } = await send(memberGroups.report, { path, body: listBody(request, [ofClient]) }, request)
        return { options: member_groups.map(({ member_group_id: id, name: label }) => ({ id, label })), total }
      },
      advertiser_groups: async (request) => {
        const { advertiser_groups, total } = await send(advertiserGroups.report, { path, body: listBody(request, [ofClient]) }, request)
        return { options: advertiser_groups.map(({ id, name: label }) => ({ id, label })), total }
      },
      advertisers: async (request) => {
        const { advertisers, total } = await send(users.advertisersReport, { body: listBody(request, [ofClient]) }, request)
        const options = advertisers.map(({ advertiser_id: id, name: label, member_group_name: note }) => ({
          id,
          label,
          ...(memberGroupId === undefined && { note }),
        }))
        return { options, total }
      },
    }
  }, [send, userId, memberGroupId])
}
