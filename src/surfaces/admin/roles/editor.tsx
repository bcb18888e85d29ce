import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Role } from '../../../contract/access/role-endpoints.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { Save } from '../../../parts/resource/form.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { SettingsForm } from '../frame/settings-form.tsx'
import { roleName } from '../../../parts/account/role-names.ts'
import { RoleEffectNote } from './effect.tsx'
import { PermissionGrid } from './grid.tsx'
import { useRoleRefusals } from './refusals.ts'
import { problemOf, type RoleValues, type SavedRole, saveRole, valuesOf } from './save.ts'
import { refusalTexts } from './words.ts'

/** Saves a role, also in part: what is saved counts, and what is not stays in the form with its reason. */
function useSave(role: Role) {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { notify } = useElementContext()
  const { emit } = useAdmin()
  const { applyEffects } = useMutate()
  return async (_: RoleValues, { changes, version }: Save<RoleValues>): Promise<SavedRole> => {
    const done = await saveRole(role, changes, version, send)
    const { saved, failed } = done
    if (failed.length === 0)
      return applyEffects(done, {
        stale: adminData,
        event: () => emit('ad-role-changed', { role_id: role.role_id }),
        title: t`Saved Successfully`,
        text: roleName(role, i18n),
      })
    await applyEffects(done, { stale: adminData, event: () => saved > 0 && emit('ad-role-changed', { role_id: role.role_id }) })
    const notSaved = t`${plural(failed.length, { one: '# change was not saved', other: '# changes were not saved' })}`
    const text = saved > 0 ? t`${plural(saved, { one: '# change was saved.', other: '# changes were saved.' })}` : t`Nothing was saved.`
    notify({ kind: 'error', title: notSaved, text, durationMs: 10_000 })
    throw problemOf(failed, i18n)
  }
}

/** The name and the permissions of a role. */
export function RoleEditor({ role }: { readonly role: Role }) {
  const { t, i18n } = useLingui()
  const { isReadonly } = useAdmin()
  const refusals = useRoleRefusals()(role)
  const save = useSave(role)
  const noteId = useId()
  const fixed = refusals.permissions === undefined ? undefined : { reason: refusals.permissions, noteId }
  return (
    <SettingsForm<RoleValues>
      name={`role ${role.role_id}`}
      label={t`Role`}
      initial={valuesOf(role)}
      version={role.version}
      rules={{ name: [required, maxLength(80)] }}
      save={save}
      texts={refusalTexts(i18n)}
      textOf={(_, value) => (typeof value === 'boolean' ? (value ? t`Granted` : t`Not granted`) : String(value))}
    >
      {(form) => (
        <>
          {!isReadonly && fixed && (
            <div id={noteId}>
              <Callout kind="info" heading={fixed.reason} />
            </div>
          )}
          {role.member_group_id !== null && (
            <TextField
              {...form.field('name', t`Name`)}
              isReadonly={isReadonly}
              disabledBecause={isReadonly ? undefined : refusals.rename}
              maxLength={80}
            />
          )}
          {!isReadonly && !fixed && <RoleEffectNote role={role} changes={form.changes()} />}
          <PermissionGrid role={role} form={form} isReadonly={isReadonly} fixed={fixed} />
          <p className="quiet">
            <Trans>A change applies to all users of the role with their next request.</Trans>
          </p>
        </>
      )}
    </SettingsForm>
  )
}
