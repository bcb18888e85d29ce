import type { I18n } from '@lingui/core'
import type { FieldRule } from '../../../contract/fields/faults.ts'
import { maxLength } from '../../../contract/fields/fields.rules.ts'
import { hasAnyRole, roleGroups } from '../../../contract/access/permissions.ts'
import type { User, UserChange } from '../../../contract/users/users.ts'
import { missingValue } from '../../../ui/format/format.ts'
import type { SelectedOption } from '../../../ui/select/option.ts'
import type { TenantNames } from '../tenants/names.ts'
import { roleName } from '../../../parts/account/role-names.ts'
import { localeName } from './words.ts'

/** A role in the form, with the built-in role behind it. */
export interface RoleOption extends SelectedOption {
  readonly baseRoleId: number
}

/** The fields of the form, by the paths of the request. */
export type UserValues = {
  readonly first_name: string
  readonly last_name: string
  readonly locale_id: SelectedOption
  readonly role_ids: readonly RoleOption[]
  readonly 'access.clients': readonly SelectedOption[]
  readonly 'access.advertiser_groups': readonly SelectedOption[]
  readonly 'access.advertisers': readonly SelectedOption[]
}

/** The values of a user before they are changed. */
export const valuesOf = (user: User, names: TenantNames, i18n: I18n): UserValues => ({
  first_name: user.first_name,
  last_name: user.last_name,
  locale_id: { id: user.locale.id, label: localeName(user.locale.code, i18n) },
  role_ids: user.roles.map((role) => ({
    id: role.role_id,
    label: roleName(role, i18n),
    baseRoleId: role.base_role_id ?? role.role_id,
  })),
  'access.clients': names.clients,
  'access.advertiser_groups': names.advertiser_groups,
  'access.advertisers': names.advertisers,
})

/** Which access lists some roles use: internal staff needs none, and only roles of a client give access to whole clients. */
export function listsFor(roles: readonly RoleOption[]): 'none' | 'clients' | 'advertisers' {
  const ids = roles.map(({ baseRoleId }) => baseRoleId)
  if (hasAnyRole(ids, roleGroups.internalAndAbove)) return 'none'
  return hasAnyRole(ids, roleGroups.clientLevel) ? 'clients' : 'advertisers'
}

const idsOf = (options: readonly SelectedOption[]) => options.map(({ id }) => Number(id))

/** The request that saves the values. Lists that the roles do not use are empty. */
export function changeOf({ status }: Pick<User, 'status'>, values: UserValues): UserChange {
  const lists = listsFor(values.role_ids)
  return {
    first_name: values.first_name,
    last_name: values.last_name,
    locale_id: Number(values.locale_id.id),
    status,
    role_ids: idsOf(values.role_ids),
    access: {
      clients: lists === 'clients' ? idsOf(values['access.clients']) : [],
      advertiser_groups: lists === 'none' ? [] : idsOf(values['access.advertiser_groups']),
      advertisers: lists === 'none' ? [] : idsOf(values['access.advertisers']),
    },
  }
}

const hasOne: FieldRule<readonly RoleOption[], UserValues> = (list) => list.length > 0 || { code: 'required', of: 'list' }

const clientsNeeded: FieldRule<readonly SelectedOption[], UserValues> = (clients, { role_ids }) =>
  listsFor(role_ids) !== 'clients' || clients.length > 0 || { code: 'required', of: 'list' }

const advertisersNeeded: FieldRule<readonly SelectedOption[], UserValues> = (advertisers, values) =>
  listsFor(values.role_ids) !== 'advertisers' ||
  advertisers.length + values['access.advertiser_groups'].length > 0 || { code: 'required', of: 'list' }

export const userRules = {
  first_name: [maxLength(80)],
  last_name: [maxLength(80)],
  role_ids: [hasOne],
  'access.clients': [clientsNeeded],
  'access.advertisers': [advertisersNeeded],
}

const isOption = (value: unknown): value is SelectedOption => typeof value === 'object' && value !== null && 'label' in value

/** A value of the form as the review shows it. */
export const formTextOf = (i18n: I18n) => (_: string, value: unknown) => {
  if (isOption(value)) return value.label
  if (Array.isArray(value)) {
    const labels = value.filter(isOption).map(({ label }) => label)
    return labels.length > 0 ? new Intl.ListFormat(i18n.locale).format(labels) : missingValue
  }
  return value === '' ? missingValue : String(value)
}
