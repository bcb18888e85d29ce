import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { changes } from '../../../contract/changes/changes.ts'
import { useAdmin } from '../context.tsx'
import { HistoryTab, nounHistory } from '../frame/history-tab.tsx'
import { roleName } from '../../../parts/account/role-names.ts'
import { permissionName } from './words.ts'

/** Returns the text of a value that is not plain text. */
function useText() {
  const { t, i18n } = useLingui()
  return (field: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? t`Granted` : t`Not granted`
    return field === 'base_role_id' && typeof value === 'number' ? roleName({ role_id: value, name: `#${value}` }, i18n) : undefined
  }
}

const roleChanges = nounHistory(changes.role, {
  permission: 'roles.change',
  kinds: {
    created: msg`created the role`,
    changed: msg`changed the role`,
    undone: msg`undid a change`,
  },
  fields: { name: msg`Name`, base_role_id: msg`Based on` },
  labelOf: permissionName,
  useText,
})

interface HistoryProps {
  readonly path: { readonly roleId: number }
  readonly version: number
}

/** Who changed a role, and when. */
export default function History({ path, version }: HistoryProps) {
  const { emit } = useAdmin()
  return <HistoryTab of={roleChanges} path={path} version={version} onUndone={() => emit('ad-role-changed', { role_id: path.roleId })} />
}
