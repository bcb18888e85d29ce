import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { roleLevelOf } from '../../../contract/access/gate.rules.ts'
import { assignableRoles } from '../../../contract/access/permissions.ts'
import { roleEndpoints, type RoleRow } from '../../../contract/access/role-endpoints.ts'
import { localeLookups } from '../../../contract/locales.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { FormOf } from '../../../parts/resource/form.tsx'
import { useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { MultiSelect } from '../../../ui/select/multi-select.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { type AdminPlace, useAdmin } from '../context.tsx'
import { useTenantOptions } from '../tenants/options.ts'
import { roleName } from '../../../parts/account/role-names.ts'
import { listsFor, type RoleOption, type UserValues } from './values.ts'
import { localeName } from './words.ts'

/** The roles that may be assigned at a place: 2 to 8 at the platform, 3 to 8 at a client, 5 to 8 at an advertiser. */
const rolesAt = ({ clientId, advertiserId }: AdminPlace): readonly number[] => {
  if (advertiserId !== undefined) return assignableRoles.advertiser
  return clientId === undefined ? assignableRoles.internal : assignableRoles.client
}

/** The roles that the signed-in user may assign here. A client's own roles are offered at that client. */
function useRoleOptions(): readonly RoleOption[] {
  const { i18n } = useLingui()
  const { place } = useAdmin()
  const viewer = useViewer()
  const mayNot = useDisabledReason()({ permissions: ['roles.read'] })
  const { data = [] } = useRead(roleEndpoints.list, mayNot ? null : {})
  const level = viewer.state === 'known' ? roleLevelOf(viewer.access.roles) : undefined
  return useMemo(() => {
    const own: readonly number[] = level === undefined ? [] : assignableRoles[level]
    const isOffered = ({ base_role_id, member_group_id }: RoleRow) =>
      own.includes(base_role_id) &&
      rolesAt(place).includes(base_role_id) &&
      (member_group_id === null || place.clientId === undefined || member_group_id === place.clientId)
    return data.filter(isOffered).map((role) => ({ id: role.role_id, label: roleName(role, i18n), baseRoleId: role.base_role_id }))
  }, [data, level, place, i18n])
}

interface UserFieldsProps {
  readonly form: FormOf<UserValues>
  readonly isReadonly: boolean
  /** Why the roles and the access cannot be changed. */
  readonly accessRefusal: string | undefined
}

/** Names, language, roles and access of a user. */
export function UserFields({ form, isReadonly, accessRefusal }: UserFieldsProps) {
  const { t, i18n } = useLingui()
  const { place } = useAdmin()
  const roleOptions = useRoleOptions()
  const tenants = useTenantOptions(place.clientId)
  const { data: locales = [] } = useRead(localeLookups.list, {})
  const localeOptions = useMemo(() => locales.map(({ id, code }) => ({ id, label: localeName(code, i18n) })), [locales, i18n])
  const lists = listsFor(form.values.role_ids)
  const held = new Map([...roleOptions, ...form.values.role_ids].map((role) => [role.id, role]))
  const access = { isReadonly, disabledBecause: isReadonly ? undefined : accessRefusal }
  const roles = form.field('role_ids', t`Roles`)
  const locale = form.field('locale_id', t`Language`)
  return (
    <>
      <TextField {...form.field('first_name', t`First name`)} isReadonly={isReadonly} maxLength={80} />
      <TextField {...form.field('last_name', t`Last name`)} isReadonly={isReadonly} maxLength={80} />
      <Select
        {...locale}
        isReadonly={isReadonly}
        options={localeOptions}
        noClear
        onChange={(option) => option && locale.onChange(option)}
      />
      <MultiSelect
        {...roles}
        {...access}
        isRequired
        options={roleOptions}
        onChange={(chosen) => roles.onChange(chosen.flatMap(({ id }) => held.get(id) ?? []))}
        help={t`A role decides what the user may do. Where they may do it, the access decides.`}
      />
      {lists === 'clients' && (
        <MultiSelect {...form.field('access.clients', t`Clients`)} {...access} isRequired options={tenants.clients} />
      )}
      {lists !== 'none' && (
        <>
          <MultiSelect {...form.field('access.advertiser_groups', t`Advertiser groups`)} {...access} options={tenants.advertiser_groups} />
          <MultiSelect {...form.field('access.advertisers', t`Advertisers`)} {...access} options={tenants.advertisers} />
        </>
      )}
    </>
  )
}
