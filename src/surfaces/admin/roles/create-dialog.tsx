import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { roleLevelOf } from '../../../contract/access/gate.rules.ts'
import { assignableRoles } from '../../../contract/access/permissions.ts'
import { roleEndpoints } from '../../../contract/access/role-endpoints.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { rolePath } from '../links.ts'
import { useTenantOptions } from '../tenants/options.ts'
import { roleOptions } from '../../../parts/account/role-names.ts'
import { refusalTexts } from './words.ts'

type NewRoleValues = {
  readonly client: SelectedOption | null
  readonly name: string
  readonly base_role_id: SelectedOption | null
}

/** Built-in roles of internal staff are never a base of a client's role. */
const firstClientRole = 3

function useBaseOptions() {
  const { i18n } = useLingui()
  const viewer = useViewer()
  const level = viewer.state === 'known' ? roleLevelOf(viewer.access.roles) : undefined
  return useMemo(() => {
    const own: readonly number[] = level === undefined ? [] : assignableRoles[level]
    return roleOptions(i18n)
      .map(({ value, label }) => ({ id: Number(value), label }))
      .filter(({ id }) => id >= firstClientRole && own.includes(id))
  }, [i18n, level])
}

/** Creates a role of a client with the permissions of a built-in role, and opens it. */
export default function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { go } = usePath()
  const { emit, place } = useAdmin()
  const { mutate } = useMutate()
  const bases = useBaseOptions()
  const { clients } = useTenantOptions(undefined)
  const { clientId } = place
  const rules = { name: [required, maxLength(80)], base_role_id: [required], ...(clientId === undefined && { client: [required] }) }
  const save = async ({ client, name, base_role_id }: NewRoleValues) => {
    const memberGroupId = clientId ?? Number(client?.id)
    const role = await mutate(
      roleEndpoints.create,
      { path: { memberGroupId }, body: { name: name.trim(), base_role_id: Number(base_role_id?.id) } },
      { stale: adminData, event: ({ role_id }) => emit('ad-role-changed', { role_id }), title: t`Role created`, text: name },
    )
    onClose()
    go(rolePath(role.role_id, place), role.name)
  }
  return (
    <ResourceFormDialog<NewRoleValues>
      heading={<Trans>New role</Trans>}
      note={<Trans>It starts with the permissions of the role that it is based on.</Trans>}
      label={t`New role`}
      name="new role"
      initial={{ client: null, name: '', base_role_id: null }}
      rules={rules}
      save={save}
      texts={refusalTexts(i18n)}
      submit={<Trans>Create role</Trans>}
      onClose={onClose}
    >
      {(form) => (
        <>
          {clientId === undefined && <Select {...form.field('client', t`Client`)} options={clients} />}
          <TextField {...form.field('name', t`Name`)} maxLength={80} />
          <Select
            {...form.field('base_role_id', t`Based on`)}
            options={bases}
            help={t`The level of the role stays that of the role it is based on.`}
          />
        </>
      )}
    </ResourceFormDialog>
  )
}
