import { assignableRolesOf } from '../../../contract/access/gate.rules.ts'
import { roles } from '../../../contract/access/permissions.ts'
import { usePath } from '../../../kit/path.ts'
import { Gate, useDisabledReason, ViewerProvider, useViewer } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Exhibit } from '../exhibit.tsx'

const still = () => undefined
const nameOf = (id: number) => roles.find(({ role_id }) => role_id === id)?.name ?? ''

function Who() {
  const known = useViewer()
  if (known.state !== 'known') return null
  const { person, access } = known
  return (
    <KeyValues
      items={[
        { id: 'who', label: 'User', value: person?.user_name },
        { id: 'role', label: 'Role', value: access.roles.map(nameOf).join(', ') },
        { id: 'gives', label: 'Can assign', value: assignableRolesOf(access.roles).map(nameOf).join(', ') },
        { id: 'may', label: 'Permissions', value: Object.keys(access.permissions).join(', ') },
      ]}
    />
  )
}

function Acts() {
  const mayDo = useDisabledReason()
  return (
    <div className="row">
      <Button kind="primary" disabledBecause={mayDo({ roles: [1, 2, 3], anyRole: true })} onPress={still}>
        Approve
      </Button>
      <Button disabledBecause={mayDo({ permissions: ['reports.read'] })} onPress={still}>
        Open reports
      </Button>
      <Button disabledBecause={mayDo({ roles: [1, 2], anyRole: true, permissions: ['users.read'] })} onPress={still}>
        Open internal tools
      </Button>
      <Button disabledBecause={mayDo({ permissions: ['reports.read'], when: false })} onPress={still}>
        Restart
      </Button>
    </div>
  )
}

const Seen = () => (
  <>
    <Who />
    <div className="pile">
      <Acts />
      <Gate permissions={['reports.read', 'users.read']} any waiting={<LoadingSkeleton height={40} />}>
        <p>Visible with permission to read reports or users.</p>
      </Gate>
      <Gate roles={[3]} fallback={<p>Only a client admin can see this section.</p>}>
        <p>Visible to client admins.</p>
      </Gate>
      <Gate roles={[1, 2]} anyRole>
        <p>Visible to internal staff.</p>
      </Gate>
    </div>
  </>
)

/** Requires sign-in only after the user selects a client. */
export function GateExhibits() {
  const { query, setQuery } = usePath()
  const clientId = Number(query.get('client_id')) || undefined
  return (
    <ViewerProvider memberGroupId={clientId}>
      <Exhibit name="Permission gate" isWide={!clientId}>
        {clientId ? (
          <Seen />
        ) : (
          <div className="row">
            <Button onPress={() => setQuery({ client_id: '1' })}>Sign in to see your permissions</Button>
          </div>
        )}
      </Exhibit>
    </ViewerProvider>
  )
}
