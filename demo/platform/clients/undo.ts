import type { MemberGroupChange } from '../../../src/contract/clients/clients.ts'
import { hostFields, internalFields } from '../../../src/contract/clients/clients.rules.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { NounHistory } from '../changes/nouns.ts'
import { fieldChanges, type Fields, isSameValue } from '../changes/record.ts'
import { noPermission, notFound } from '../context/refusal.ts'
import { type ClientFields, clientState } from './history.ts'
import { writeOrigins } from './hosts.ts'
import { writeClient } from './write.ts'

const undoableFields: readonly (keyof ClientFields)[] = [
  'name',
  'status',
  'currency_code',
  'min_bid',
  'label_singular',
  'label_plural',
  'member_group_type_id',
  'registration_enabled',
  'host_name',
  'login_key',
  'sso_organization_id',
  'sso_connection_id',
  'allowed_origins',
]
/** A client's own undo of a host name would only request the earlier one. */
const staffFields: readonly string[] = [...hostFields, ...internalFields]

/** The fields without those that a change of the client does not write. */
const namesOf = ({ allowed_origins: _, requested_host_name: __, requested_login_key: ___, ...fields }: ClientFields) => fields

/** The request that makes a client's current fields those of an earlier state. */
function changeTo(current: ClientFields, wanted: ClientFields): MemberGroupChange {
  const differs = (...fields: readonly (keyof ClientFields)[]) => fields.some((field) => current[field] !== wanted[field])
  const { currency_code, min_bid, label_singular: singular, label_plural: plural, status, ...others } = namesOf(wanted)
  const plain = Object.entries(others).filter(([field, value]) => current[field as keyof ClientFields] !== value) // entries lose the keys
  return {
    ...Object.fromEntries(plain),
    ...(differs('currency_code', 'min_bid') && { default_currency: { currency_code, min_bid } }),
    ...(differs('label_singular', 'label_plural') && { label: { singular, plural } }),
    ...(differs('status') && { status: status as NonNullable<MemberGroupChange['status']> }), // the rule refuses any other status
  }
}

/** Clients: a change of details or of the status can be undone by callers who may make the change again. A review cannot. */
export const clientHistory: NounHistory<{ readonly memberGroupId: number }> = {
  subject: 'Client',
  entities: ['member_group'],
  undoableFields,
  recordOf: async (context, { memberGroupId }) => {
    requireWholeClient(context, memberGroupId)
    const state = await clientState(context, memberGroupId)
    if (!state) throw notFound('Client')
    const { caller } = context
    return {
      memberGroupId,
      entityId: memberGroupId,
      version: state.version,
      fields: { ...state.fields },
      isChangeable: hasPermission(caller.permissionsAt({ member_group_id: memberGroupId }), 'member_groups.change'),
    }
  },
  restorable: async ({ caller }) => {
    const isStaffs = (field: string) => !caller.access.all && staffFields.includes(field)
    return (before) => !Object.keys(before).some(isStaffs)
  },
  restore: async (context, { memberGroupId }, fields, cause) => {
    const state = await clientState(context, memberGroupId)
    if (!state) throw notFound('Client')
    const restored = fieldChanges({ ...state.fields }, fields)
    if (!context.caller.access.all && restored.some(({ field }) => staffFields.includes(field))) throw noPermission()
    const wanted = fields as unknown as ClientFields // the current fields with restored ones
    if (!isSameValue(wanted.allowed_origins, state.fields.allowed_origins))
      return (await writeOrigins(context, memberGroupId, wanted.allowed_origins, cause)) ?? 0
    return (await writeClient(context, memberGroupId, changeTo(state.fields, wanted), cause)) ?? 0
  },
  redactor: async ({ caller }) => {
    const isHidden = (field: string) => !caller.access.all && internalFields.some((name) => name === field)
    return (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(([field]) => !isHidden(field)))
  },
}
