import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { type Role, roleEndpoints } from '../../../contract/access/role-endpoints.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { useAdmin } from '../context.tsx'
import { roleName } from '../../../parts/account/role-names.ts'
import { permissionsOf } from './save.ts'
import { permissionName } from './words.ts'

interface ComparedRow {
  readonly word: string
  readonly isHere: boolean
  readonly isThere: boolean
}

/** The permissions of two roles side by side. */
export function comparedRows(here: Role, there: Role): readonly ComparedRow[] {
  const other = permissionsOf(there)
  return [...permissionsOf(here)].map(([word, { selected }]) => ({ word, isHere: selected, isThere: other.get(word)?.selected ?? false }))
}

interface DifferencesProps {
  readonly here: Role
  readonly there: Role
}

function Differences({ here, there }: DifferencesProps) {
  const { t, i18n } = useLingui()
  const { query, setQuery } = usePath()
  const isWhole = query.get('all') === 'true'
  const all = comparedRows(here, there)
  const rows = all
    .filter(({ isHere, isThere }) => isWhole || isHere !== isThere)
    .map((row) => ({ ...row, name: permissionName(row.word, i18n) }))
    .toSorted((left, right) => left.name.localeCompare(right.name, i18n.locale))
  const only = (isOne: boolean) => all.filter(({ isHere, isThere }) => isHere !== isThere && isHere === isOne).length
  const names = { here: roleName(here, i18n), there: roleName(there, i18n) }
  const yes = t`Yes`
  const no = t`No`
  return (
    <>
      <p role="status">{t`Only ${names.here}: ${only(true)}. Only ${names.there}: ${only(false)}.`}</p>
      <Checkbox
        name="all"
        label={t`Show permissions that do not differ`}
        value={isWhole}
        onChange={(isOn) => setQuery({ all: isOn ? 'true' : undefined })}
      />
      {rows.length === 0 ? (
        <EmptyState heading={<Trans>No differences</Trans>} text={<Trans>Both roles have the same permissions.</Trans>} />
      ) : (
        <table className="admin-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Permission</Trans>
              </th>
              <th scope="col" dir="auto">
                {names.here}
              </th>
              <th scope="col" dir="auto">
                {names.there}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ word, name, isHere, isThere }) => (
              <tr key={word}>
                <th scope="row">{name}</th>
                <td>{isHere ? yes : no}</td>
                <td>{isThere ? yes : no}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** Compares a role with another one, which the address names. */
export default function Compare({ role }: { readonly role: Role }) {
  const { t, i18n } = useLingui()
  const { query, setQuery } = usePath()
  const { place } = useAdmin()
  const otherId = parseId(query.get('with') ?? undefined)
  const { data: roles } = useRead(roleEndpoints.list, {})
  const read = useRead(roleEndpoints.one, otherId === undefined ? null : { query: { role_id: otherId } })
  const options = useMemo(
    () =>
      (roles ?? [])
        .filter(
          ({ role_id, member_group_id: client }) =>
            role_id !== role.role_id && (client === null || place.clientId === undefined || client === place.clientId),
        )
        .map((one) => ({ id: one.role_id, label: roleName(one, i18n) })),
    [roles, role.role_id, place.clientId, i18n],
  )
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to roles.</Trans>} />
  return (
    <div className="detail-tab">
      <Select
        name="with"
        label={t`Compare with`}
        value={options.find(({ id }) => id === otherId) ?? null}
        options={options}
        onChange={(option) => setQuery({ with: option ? String(option.id) : undefined })}
      />
      {otherId === undefined ? (
        <EmptyState heading={<Trans>Choose a role</Trans>} text={<Trans>The differences between both roles appear here.</Trans>} />
      ) : (
        <ResourceGate
          read={read}
          height={240}
          brokenHeading={<Trans>Couldn’t load the role</Trans>}
          refused={refused}
          missing={
            <EmptyState
              heading={<Trans>Role not found</Trans>}
              text={<Trans>The role was deleted, belongs to another client, or is above yours.</Trans>}
            />
          }
        >
          {(there) => <Differences here={role} there={there} />}
        </ResourceGate>
      )}
    </div>
  )
}
