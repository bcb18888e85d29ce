import { advertiserGroups } from '../../../contract/advertisers/groups.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import type { Filter } from '../../../contract/list.ts'
import { users } from '../../../contract/users/users.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'

/** Tenants by kind, as access lists name them. */
export interface TenantIds {
  readonly clients: readonly number[]
  readonly advertiser_groups: readonly number[]
  readonly advertisers: readonly number[]
}

/** The most ids that one filter takes. */
const mostIds = 1000

/** Internal staff sees groups of two clients by default, unless there is a filter by client. */
const ofAnyClient: Filter = { field: 'member_group_id', operation: '>', value: 0 }

const among = (field: string, ids: readonly number[]) => ({
  pagination: { start: 0, count: mostIds },
  filters: [{ field, operation: 'IN' as const, value: ids.slice(0, mostIds) }, ofAnyClient],
})

export interface TenantNames {
  readonly clients: readonly SelectedOption[]
  readonly advertiser_groups: readonly SelectedOption[]
  readonly advertisers: readonly SelectedOption[]
}

interface NamedTenants {
  /** The tenants with their names, or their ids where the user may not read them. */
  readonly names: TenantNames
  readonly isLoading: boolean
}

const named = (ids: readonly number[], known: ReadonlyMap<number, string>): SelectedOption[] =>
  ids.map((id) => ({ id, label: known.get(id) ?? `#${id}` }))

/** The names of tenants. A tenant that the user may not read keeps its id. */
export function useTenantNames({ clients, advertiser_groups, advertisers }: TenantIds): NamedTenants {
  const viewer = useViewer()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const hasUser = userId !== undefined
  const path = { userId: userId ?? 0 }
  const ofClients = useRead(memberGroups.report, hasUser && clients.length > 0 ? { path, body: among('member_group_id', clients) } : null)
  const ofGroups = useRead(
    advertiserGroups.report,
    hasUser && advertiser_groups.length > 0 ? { path, body: among('id', advertiser_groups) } : null,
  )
  const ofAdvertisers = useRead(users.advertisersReport, advertisers.length > 0 ? { body: among('advertiser_id', advertisers) } : null)
  const nameOfClient = new Map(ofClients.data?.member_groups.map(({ member_group_id, name }) => [member_group_id, name]))
  const nameOfGroup = new Map(ofGroups.data?.advertiser_groups.map(({ id, name }) => [id, name]))
  const nameOfAdvertiser = new Map(ofAdvertisers.data?.advertisers.map(({ advertiser_id, name }) => [advertiser_id, name]))
  return {
    names: {
      clients: named(clients, nameOfClient),
      advertiser_groups: named(advertiser_groups, nameOfGroup),
      advertisers: named(advertisers, nameOfAdvertiser),
    },
    isLoading: viewer.state === 'waiting' || [ofClients, ofGroups, ofAdvertisers].some(({ isLoading }) => isLoading),
  }
}
