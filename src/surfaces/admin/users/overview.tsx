import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { notificationTypes, type User } from '../../../contract/users/users.ts'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { Since } from '../../../parts/time/since.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { type TenantNames, useTenantNames } from '../tenants/names.ts'
import { roleName } from '../../../parts/account/role-names.ts'
import { localeName, notificationWords } from './words.ts'

/** The most names of one kind that the page lists. */
const mostNames = 20

function Names({ of }: { readonly of: readonly SelectedOption[] }) {
  const { i18n } = useLingui()
  const shown = of.slice(0, mostNames).map(({ label }) => label)
  const more = of.length - shown.length
  return (
    <span dir="auto">
      {new Intl.ListFormat(i18n.locale).format(shown)} {more > 0 && <Trans>and {more} more</Trans>}
    </span>
  )
}

/** The tenants that a user has access to, by kind. */
function useAccessItems({ access }: User, names: TenantNames) {
  const { t } = useLingui()
  if (access.all) return [{ id: 'access', label: t`Access`, value: <Trans>Every client and advertiser</Trans> }]
  const kinds = [
    { id: 'clients', label: t`Clients`, of: names.clients },
    { id: 'groups', label: t`Advertiser groups`, of: names.advertiser_groups },
    { id: 'advertisers', label: t`Advertisers`, of: names.advertisers },
  ]
  return kinds.flatMap(({ id, label, of }): { id: string; label: string; value: ReactNode }[] =>
    of.length > 0 ? [{ id, label, value: <Names of={of} /> }] : [],
  )
}

function Notifications({ user: { notifications } }: { readonly user: User }) {
  const { t, i18n } = useLingui()
  const on = new Set(notifications.flatMap(({ type, enabled }) => (enabled ? type : [])))
  return (
    <section className="detail-part" aria-labelledby="user-notifications">
      <h3 id="user-notifications">
        <Trans>Email notifications</Trans>
      </h3>
      <p className="quiet">
        <Trans>Users choose them in their own profile.</Trans>
      </p>
      <KeyValues
        items={notificationTypes.map((type) => ({
          id: type,
          label: i18n._(notificationWords[type]),
          value: on.has(type) ? t`On` : t`Off`,
        }))}
      />
    </section>
  )
}

/** Who a user is, and what they have access to. */
export function UserOverview({ user }: { readonly user: User }) {
  const { t, i18n } = useLingui()
  const { names } = useTenantNames(user.access)
  const access = useAccessItems(user, names)
  return (
    <div className="detail-tab">
      <KeyValues
        items={[
          { id: 'user-name', label: t`User name`, value: user.user_name },
          { id: 'roles', label: t`Roles`, value: <Names of={user.roles.map((role) => ({ id: role.id, label: roleName(role, i18n) }))} /> },
          ...access,
          { id: 'language', label: t`Language`, value: localeName(user.locale.code, i18n) },
          { id: 'set-up', label: t`Invitation`, value: user.is_set_up ? t`Accepted` : t`Not accepted yet` },
          { id: 'last-seen', label: t`Last seen`, value: <Since moment={user.last_seen_at} /> },
          { id: 'created', label: t`Created`, value: <DateTimeText moment={user.created_at} zone={ownZone()} /> },
        ]}
      />
      {user.role_access.length > 0 && (
        <p className="quiet">
          <Trans>Some of these tenants are limited to one of the roles. Changes of roles and access keep that.</Trans>
        </p>
      )}
      <Notifications user={user} />
    </div>
  )
}
