import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormValues } from '../../../ui/form/use-form.ts'
import { type Permission, permissions } from '../../../contract/access/permissions.ts'
import { type Role, type RoleChange, roleEndpoints } from '../../../contract/access/role-endpoints.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useDebouncedText } from '../../../parts/time/use-debounced.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { permissionName } from './words.ts'

const isPermission = (word: string): word is Permission => permissions.some((one) => one === word)

/** The permissions that unsaved changes add and remove. */
function plannedChange(changes: FormValues): RoleChange {
  const words = Object.keys(changes).filter(isPermission)
  return { added: words.filter((word) => changes[word] === true), removed: words.filter((word) => changes[word] === false) }
}

interface RoleEffectNoteProps {
  readonly role: Role
  /** The unsaved changes of the form. */
  readonly changes: FormValues
}

/** How many users gain and lose permissions by the unsaved changes. */
export function RoleEffectNote({ role: { role_id: roleId }, changes }: RoleEffectNoteProps) {
  const { t, i18n } = useLingui()
  const mayNot = useDisabledReason()({ permissions: ['users.read'] })
  const text = useDebouncedText(JSON.stringify(plannedChange(changes)))
  const body: RoleChange = JSON.parse(text) as RoleChange // stringified above
  const isChanged = body.added.length + body.removed.length > 0
  const { data, error } = useRead(roleEndpoints.effect, isChanged && mayNot === undefined ? { path: { roleId }, body } : null, {
    keepPreviousData: true,
  })
  if (!isChanged || mayNot !== undefined) return null
  if (error)
    return (
      <Callout kind="warning" heading={<Trans>Couldn’t load the effect on users</Trans>}>
        {problemText(error, i18n)}
      </Callout>
    )
  if (!data) return null
  const lines = data.permissions.filter(({ gain, lose }) => gain + lose > 0)
  return (
    <Callout
      kind={lines.some(({ lose }) => lose > 0) ? 'warning' : 'info'}
      isAnnounced
      heading={
        lines.length === 0 ? (
          <Trans>No user gains or loses a permission</Trans>
        ) : (
          <Trans>Effect on the users of this role, once it is saved</Trans>
        )
      }
    >
      {lines.length > 0 && (
        <ul>
          {lines.map(({ permission, gain, lose }) => {
            const users = lose > 0 ? lose : gain
            const name = permissionName(permission, i18n)
            return (
              <li key={permission}>
                {lose > 0
                  ? t`${plural(users, { one: '# user loses', other: '# users lose' })} ${name}`
                  : t`${plural(users, { one: '# user gains', other: '# users gain' })} ${name}`}
              </li>
            )
          })}
        </ul>
      )}
    </Callout>
  )
}
