import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RoleId } from '../../contract/access/permissions.ts'

/** The names of the built-in roles. */
const roleWords: Readonly<Record<RoleId, MessageDescriptor>> = {
  1: msg`Super user`,
  2: msg`Internal admin`,
  3: msg`Client admin`,
  4: msg`Client viewer`,
  5: msg`Advertiser admin`,
  6: msg`Advertiser manager`,
  7: msg`Advertiser viewer`,
  8: msg`Advertiser reporting`,
}

const isBuiltIn = (id: number): id is RoleId => Object.hasOwn(roleWords, id)

/** The name of a role; a client's own role has the name that the client gave it. */
export const roleName = ({ role_id, name }: { readonly role_id: number; readonly name: string }, i18n: I18n) =>
  isBuiltIn(role_id) ? i18n._(roleWords[role_id]) : name

/** The built-in roles as options of a filter. */
export const roleOptions = (i18n: I18n) => Object.entries(roleWords).map(([value, word]) => ({ value, label: i18n._(word) }))
