import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Permission } from '../../../contract/access/permissions.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import type { Filter } from '../../../contract/list.ts'
import { users } from '../../../contract/users/users.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { Problem } from '../../../kit/problem.ts'
import { gateResult, useViewer } from '../../../parts/scope/viewer.tsx'
import { clientPath } from '../links.ts'

/** Something that needs attention, and where it is handled. */
interface Finding {
  readonly id: string
  readonly text: string
  readonly path: string
  /** The name of the page behind the path. */
  readonly page: string
}

/** One check of the overview. */
export interface Check {
  readonly id: string
  /** What it looks at, for the line that says that it failed. */
  readonly label: string
  /** Undefined while it has no response. */
  readonly findings: readonly Finding[] | undefined
  readonly problem: Problem | undefined
  readonly retry: () => void
}

/** Whether the user has a permission: undefined while permissions load. */
function useMay(permission: Permission): boolean | undefined {
  const result = gateResult(useViewer(), { permissions: [permission] })
  if (result === true) return true
  return result.code === 'waiting' ? undefined : false
}

interface Answer<Data> {
  readonly data: Data | undefined
  readonly error: Problem | undefined
  readonly mutate: () => Promise<unknown>
}

/** A check that the user may not make is left out, and so is one that the platform refuses. */
function toCheck<Data>(
  id: string,
  label: string,
  may: boolean | undefined,
  { data, error, mutate }: Answer<Data>,
  findingsOf: (data: Data) => Finding[],
): Check[] {
  if (may === false || error?.kind === 'refused') return []
  const problem = data === undefined ? error : undefined
  return [{ id, label, findings: data === undefined ? undefined : findingsOf(data), problem, retry: () => void mutate() }]
}

const notAccepted: readonly Filter[] = [
  { field: 'is_set_up', operation: '=', value: false },
  { field: 'status', operation: '=', value: 'active' },
]
const pending: readonly Filter[] = [{ field: 'status', operation: '=', value: 'pending' }]

/** The most clients that the overview names. */
const mostClients = 10

const firstPage = (count: number, filters: readonly Filter[]) => ({ pagination: { start: 0, count }, filters: [...filters] })

/** The checks that the signed-in user may make. A line for each; their order is that of the page. */
export function useChecks(): readonly Check[] {
  const { t } = useLingui()
  const viewer = useViewer()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const mayReadUsers = useMay('users.read')
  const mayReadMemberGroups = useMay('member_groups.read')
  // A partner's visitor is not a user, and has no list of clients.
  const mayReadClients = viewer.state === 'known' && userId === undefined ? false : mayReadMemberGroups
  const invitations = useRead(users.report, mayReadUsers ? { body: firstPage(1, notAccepted) } : null)
  const clients = useRead(
    memberGroups.report,
    mayReadClients && userId !== undefined ? { path: { userId }, body: firstPage(mostClients, pending) } : null,
  )
  return [
    ...toCheck('invitations', t`Invitations`, mayReadUsers, invitations, ({ total }) =>
      total === 0
        ? []
        : [
            {
              id: 'invitations',
              text: t`${plural(total, { one: '# invitation is not accepted', other: '# invitations are not accepted' })}`,
              path: 'users?filter.is_set_up=false&filter.status=active',
              page: t`Users`,
            },
          ],
    ),
    ...toCheck('clients', t`Pending clients`, mayReadClients, clients, ({ member_groups }) =>
      member_groups.map(({ member_group_id, name }) => ({
        id: `client ${member_group_id}`,
        text: t`${name} is pending until internal staff confirms it`,
        path: clientPath(member_group_id),
        page: name,
      })),
    ),
  ]
}
