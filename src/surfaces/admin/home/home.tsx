import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { users } from '../../../contract/users/users.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { Link } from '../../../ui/navigation/link.tsx'

const isWaiting = [
  { field: 'is_set_up', operation: '=' as const, value: false },
  { field: 'status', operation: '=' as const, value: 'active' },
]

/** What needs attention. */
export default function HomeScreen() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const read = useRead(users.report, { body: { pagination: { start: 0, count: 1 }, filters: isWaiting } })
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to users.</Trans>} />
  return (
    <div className="detail">
      <h2>
        <Trans>Administration</Trans>
      </h2>
      <ResourceGate read={read} height={160} brokenHeading={<Trans>Couldn’t load the overview</Trans>} refused={refused} missing={refused}>
        {({ total }) =>
          total === 0 ? (
            <EmptyState heading={<Trans>Nothing needs attention</Trans>} text={<Trans>All invitations are accepted.</Trans>} />
          ) : (
            <ul>
              <li>
                <Link target={linkTo('users?filter.is_set_up=false&filter.status=active', t`Users`)}>
                  {t`${plural(total, { one: '# invitation is not accepted', other: '# invitations are not accepted' })}`}
                </Link>
              </li>
            </ul>
          )
        }
      </ResourceGate>
    </div>
  )
}
