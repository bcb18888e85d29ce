import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { array, is, number, type } from 'superstruct'
import { roleEndpoints } from '../../../contract/access/role-endpoints.ts'
import { changes } from '../../../contract/changes/changes.ts'
import { localeLookups } from '../../../contract/locales.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { missingValue } from '../../../ui/format/format.ts'
import { useAdmin } from '../context.tsx'
import { HistoryTab, nounHistory } from '../frame/history-tab.tsx'
import { roleName } from '../../../parts/account/role-names.ts'
import { localeName } from './words.ts'

const Ids = array(number())
const RoleAccess = array(type({ role_id: number() }))

/** Returns the text of a value that is not plain text. */
function useText() {
  const { i18n } = useLingui()
  const mayNot = useDisabledReason()
  const roles = useRead(roleEndpoints.list, mayNot({ permissions: ['roles.read'] }) ? null : {}).data ?? []
  const languages = useRead(localeLookups.list, mayNot({ permissions: ['locales.read'] }) ? null : {}).data ?? []
  const list = (texts: readonly string[]) => (texts.length > 0 ? new Intl.ListFormat(i18n.locale).format(texts) : missingValue)
  const roleText = (id: number) => {
    const role = roles.find(({ role_id }) => role_id === id)
    return role ? roleName(role, i18n) : `#${id}`
  }
  return (field: string, value: unknown) => {
    if (field === 'status') return statusLabel(String(value), i18n)
    if (field === 'role_ids' && is(value, Ids)) return list(value.map(roleText))
    if (field === 'role_access' && is(value, RoleAccess)) return list(value.map(({ role_id }) => roleText(role_id)))
    if (is(value, Ids)) return list(value.map((id) => `#${id}`))
    const language = field === 'locale_id' && languages.find(({ id }) => id === value)
    return language ? localeName(language.code, i18n) : undefined
  }
}

const userChanges = nounHistory(changes.user, {
  permission: 'users.change',
  kinds: {
    created: msg`invited the user`,
    changed: msg`changed the user`,
    removed: msg`removed the user`,
    undone: msg`undid a change`,
    invited: msg`sent the invitation again`,
    signed_out: msg`signed the user out everywhere`,
  },
  fields: {
    first_name: msg`First name`,
    last_name: msg`Last name`,
    locale_id: msg`Language`,
    status: msg`Status`,
    role_ids: msg`Roles`,
    clients: msg`Clients`,
    advertiser_groups: msg`Advertiser groups`,
    advertisers: msg`Advertisers`,
    role_access: msg`Access limited to one role`,
  },
  useText,
})

interface HistoryProps {
  readonly path: { readonly userId: number }
  readonly version: number
}

/** Who changed a user, and when. */
export default function History({ path, version }: HistoryProps) {
  const { emit } = useAdmin()
  return <HistoryTab of={userChanges} path={path} version={version} onUndone={() => emit('ad-user-changed', { user_id: path.userId })} />
}
