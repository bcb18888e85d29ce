import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { roleEndpoints } from '../../../contract/access/role-endpoints.ts'
import type { AddressMatch } from '../../../contract/addresses/addresses.ts'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { savedReports } from '../../../contract/saved-reports/saved-reports.ts'
import { fullNameOf, users } from '../../../contract/users/users.ts'
import { useRead } from '../../../kit/cache.tsx'
import { splitPath } from '../../../kit/split-path.ts'
import { type ClientContext, useClient, useLabel } from '../../../parts/scope/client.tsx'
import { roleName } from '../../../parts/account/role-names.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { breadcrumbWords } from './breadcrumb-words.ts'

/** A breadcrumb: its URL segment and its path. */
export interface BreadcrumbStep {
  readonly segment: string
  readonly path: string
}

/** Labels of ids, by the preceding URL segment. */
const kinds: Readonly<Record<string, (id: string) => MessageDescriptor>> = {
  clients: (id) => msg`Client ${id}`,
  advertisers: (id) => msg`Advertiser ${id}`,
  'advertiser-groups': (id) => msg`Advertiser group ${id}`,
  users: (id) => msg`User ${id}`,
  roles: (id) => msg`Role ${id}`,
  template: (id) => msg`Template ${id}`,
  experiences: (id) => msg`Experience ${id}`,
  experience: (id) => msg`Experience ${id}`,
  'experience-creation': (id) => msg`Experience ${id}`,
  campaigns: (id) => msg`Campaign ${id}`,
  ad_groups: (id) => msg`Ad group ${id}`,
  'automated-actions': (id) => msg`Rule ${id}`,
  'creative-library': (id) => msg`Creative ${id}`,
  approvals: (id) => msg`Creative ${id}`,
  saved_reports: (id) => msg`Report ${id}`,
  saved_report: (id) => msg`Report ${id}`,
  reservations: (id) => msg`Reservation ${id}`,
  'insertion-orders': (id) => msg`Insertion order ${id}`,
}

/** The name of an id if the client context has loaded it. */
function contextName({ memberGroup, advertiser, advertiserGroup }: ClientContext, noun: string | undefined, id: number) {
  if (noun === 'clients' && memberGroup?.member_group_id === id) return memberGroup.name
  if (noun === 'advertisers' && advertiser?.advertiser_id === id) return advertiser.name
  return noun === 'advertiser-groups' && advertiserGroup?.id === id ? advertiserGroup.name : undefined
}

/** The user's name, if the path contains a user id and users may be read. */
function useUserName(steps: readonly BreadcrumbStep[]) {
  const mayNot = useDisabledReason()({ permissions: ['users.read'] })
  const at = steps.findIndex(({ segment }) => segment === 'users')
  const userId = at < 0 ? undefined : parseId(steps[at + 1]?.segment)
  const { data } = useRead(users.one, userId === undefined || mayNot ? null : { path: { userId } })
  return data && (fullNameOf(data) ?? data.user_name)
}

/** The role's name, if the path contains its id and roles may be read. */
function useRoleName(steps: readonly BreadcrumbStep[]) {
  const { i18n } = useLingui()
  const mayNot = useDisabledReason()({ permissions: ['roles.read'] })
  const at = steps.findIndex(({ segment }) => segment === 'roles')
  const roleId = at < 0 ? undefined : parseId(steps[at + 1]?.segment)
  const { data } = useRead(roleEndpoints.one, roleId === undefined || mayNot ? null : { query: { role_id: roleId } })
  return data && roleName(data, i18n)
}

/** The saved report's name, if the path contains its id and it is not opened through a share link. */
function useReportName({ path }: AddressMatch, steps: readonly BreadcrumbStep[]) {
  const mayNot = useDisabledReason()({ permissions: ['saved_reports.read'] })
  const at = steps.findIndex(({ segment }) => segment === 'saved_reports' || segment === 'saved_report')
  const savedReportId = at < 0 ? undefined : parseId(steps[at + 1]?.segment)
  const isNeeded = savedReportId !== undefined && !mayNot && !splitPath(path).query.has('share')
  return useRead(savedReports.one, isNeeded ? { path: { savedReportId } } : null).data?.name
}

/** The campaign's name, if the path contains its id. */
function useCampaignName(steps: readonly BreadcrumbStep[]) {
  const mayNot = useDisabledReason()({ permissions: ['campaigns.read'] })
  const at = steps.findIndex(({ segment }) => segment === 'campaigns')
  const campaignId = at < 0 ? undefined : parseId(steps[at + 1]?.segment)
  return useRead(campaigns.short, campaignId === undefined || mayNot ? null : { path: { campaignId } }).data?.name
}

/** The insertion order's name, if the path contains its id. */
function useOrderName({ attributes }: AddressMatch, steps: readonly BreadcrumbStep[]) {
  const mayNot = useDisabledReason()({ permissions: ['insertion_orders.read'] })
  const at = steps.findIndex(({ segment }) => segment === 'insertion-orders')
  const insertionOrderId = at < 0 ? undefined : parseId(steps[at + 1]?.segment)
  const memberGroupId = parseId(attributes['client-id'])
  const isNeeded = insertionOrderId !== undefined && memberGroupId !== undefined && !mayNot
  return useRead(insertionOrders.one, isNeeded ? { path: { memberGroupId, insertionOrderId } } : null).data?.name
}

/** Breadcrumb labels: the object's name, or its type and id. */
export function useBreadcrumbNames(match: AddressMatch, steps: readonly BreadcrumbStep[]) {
  const { i18n } = useLingui()
  const client = useClient()
  const userName = useUserName(steps)
  const roleNameOfPath = useRoleName(steps)
  const reportName = useReportName(match, steps)
  const campaignName = useCampaignName(steps)
  const orderName = useOrderName(match, steps)
  const { plural } = useLabel()
  return (index: number): string => {
    const [noun, segment = ''] = [steps[index - 1]?.segment, steps[index]?.segment]
    const id = parseId(segment)
    if (id !== undefined) {
      const kind = noun === undefined ? undefined : kinds[noun]
      const names: Readonly<Record<string, string | undefined>> = {
        users: userName,
        roles: roleNameOfPath,
        saved_reports: reportName,
        saved_report: reportName,
        campaigns: campaignName,
        'insertion-orders': orderName,
      }
      const name = contextName(client, noun, id) ?? (noun && names[noun])
      return name ?? (kind ? i18n._(kind(segment)) : segment)
    }
    // The client's own term for entities, with the client's capitalization.
    if (match.address.path === ':entityLabel' && index === steps.length - 1) return plural
    const words = Object.hasOwn(breadcrumbWords, segment) ? breadcrumbWords[segment] : undefined
    if (words) return i18n._(words)
    // Segments of the client's own, or of an unknown path.
    const text = segment.replaceAll(/[-_]/g, ' ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}
