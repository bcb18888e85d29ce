import { Trans, useLingui } from '@lingui/react/macro'
import { type MemberGroup, type MemberGroupChange, memberGroups } from '../../../../contract/clients/clients.ts'
import { type AllowedOrigins, type ClientHosts, hosts } from '../../../../contract/clients/hosts.ts'
import { required } from '../../../../contract/fields/fields.rules.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { useMutate } from '../../../../kit/mutate.ts'
import { DetailPage } from '../../../../parts/resource/detail.tsx'
import type { FormOf, Save } from '../../../../parts/resource/form.tsx'
import { ResourceGate } from '../../../../parts/resource/resource.tsx'
import { useDisabledReason } from '../../../../parts/scope/viewer.tsx'
import { Callout } from '../../../../ui/feedback/callout.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { missingValue } from '../../../../ui/format/format.ts'
import { NoPermission } from '../../../../ui/states.tsx'
import { adminData, useAdmin } from '../../context.tsx'
import { FixedNote, useFixed } from '../../frame/fixed-note.tsx'
import { SettingsForm } from '../../frame/settings-form.tsx'
import { ClientGate } from '../gate.tsx'
import { useIsInternal } from '../status.tsx'
import { HostNameCheck } from './check.tsx'
import { OriginsField } from './origins.tsx'
import { useHostRules, useRefusalTexts } from './words.ts'

type HostValues = {
  readonly host_name: string
  readonly login_key: string
  readonly sso_organization_id: string
  readonly sso_connection_id: string
  readonly allowed_origins: readonly string[]
}

interface Stored {
  readonly client: MemberGroup
  readonly names: ClientHosts
  readonly origins: AllowedOrigins
}

/** The names that are requested count as the client's own, so that a second request replaces the first. */
const valuesOf = ({ client, names, origins }: Stored): HostValues => ({
  host_name: names.requested_host_name ?? names.host_name ?? '',
  login_key: names.requested_login_key ?? names.login_key ?? '',
  sso_organization_id: client.sso_organization_id ?? '',
  sso_connection_id: client.sso_connection_id ?? '',
  allowed_origins: origins.allowed_origins,
})

/** The part of a change that belongs to the client itself. A login key cannot be removed. */
function clientChange({ host_name, login_key, sso_organization_id, sso_connection_id }: Partial<HostValues>): MemberGroupChange {
  return {
    ...(host_name !== undefined && { host_name: host_name || null }),
    ...(login_key && { login_key }),
    ...(sso_organization_id !== undefined && { sso_organization_id: sso_organization_id || null }),
    ...(sso_connection_id !== undefined && { sso_connection_id: sso_connection_id || null }),
  }
}

interface PartProps {
  readonly form: FormOf<HostValues>
  readonly isReadonly: boolean
}

/** Host name and login key, with what waits for a confirmation. */
function Names({ form, isReadonly, names }: PartProps & { readonly names: ClientHosts }) {
  const { t } = useLingui()
  const { host_name: hostName, login_key: loginKey } = form.values
  const { requested_host_name: requestedName, requested_login_key: requestedKey } = names
  const requested = [requestedName, requestedKey].filter((name) => name !== null).join(', ')
  return (
    <section className="detail-part" aria-labelledby="client-host">
      <h3 id="client-host">
        <Trans>Sign-in address</Trans>
      </h3>
      {requested !== '' && (
        <Callout kind="info" heading={<Trans>Requested: {requested}</Trans>}>
          <Trans>In force once internal staff confirms the client. Until then users sign in at the current address.</Trans>
        </Callout>
      )}
      <TextField
        {...form.field('host_name', t`Host name`)}
        isReadonly={isReadonly}
        tidy={(text) => text.trim().toLowerCase()}
        placeholder={t`ads.example.com`}
        help={hostName === '' ? t`A name of your own for the sign-in page.` : t`Users sign in at https://${hostName}/login.`}
      />
      {!isReadonly && <HostNameCheck hostName={hostName} />}
      <TextField
        {...form.field('login_key', t`Login key`)}
        isReadonly={isReadonly}
        isRequired={names.login_key !== null}
        tidy={(text) => text.trim().toLowerCase()}
        help={t`Users can also sign in at /${loginKey || t`your-key`}/login of the platform.`}
      />
    </section>
  )
}

/** How users sign in; only internal staff reads and changes it. */
function SingleSignOn({ form, isReadonly }: PartProps) {
  const { t } = useLingui()
  return (
    <section className="detail-part" aria-labelledby="client-sso">
      <h3 id="client-sso">
        <Trans>Single sign-on</Trans>
      </h3>
      <p className="quiet">
        <Trans>With a connection, users of this client sign in at their own identity provider.</Trans>
      </p>
      <TextField
        {...form.field('sso_organization_id', t`Organization`)}
        isReadonly={isReadonly}
        help={t`The name of the client’s organization at the identity provider.`}
      />
      <TextField
        {...form.field('sso_connection_id', t`Connection`)}
        isReadonly={isReadonly}
        help={t`The name of the connection to the client’s own identity provider.`}
      />
    </section>
  )
}

function HostsForm(stored: Stored) {
  const { t } = useLingui()
  const { emit } = useAdmin()
  const { mutate } = useMutate()
  const isInternalUser = useIsInternal()
  const texts = useRefusalTexts()
  const hostRules = useHostRules()
  const reasonOf = useDisabledReason()
  const { isFixed, mayNot } = useFixed({ permissions: ['member_groups.change', 'hosts.change', 'origins.change'], any: true })
  const mayNotName = reasonOf({ permissions: ['member_groups.change', 'hosts.change'] })
  const mayNotEmbed = reasonOf({ permissions: ['origins.change'] })
  const { client, names, origins } = stored
  const path = { memberGroupId: client.member_group_id }
  const event = () => emit('ad-client-changed', { member_group_id: client.member_group_id })
  const save = async (_: HostValues, { changes, version }: Save<HostValues>) => {
    const body = clientChange(changes)
    const { allowed_origins } = changes
    const isNamed = Object.keys(body).length > 0
    const effects = { stale: adminData, event }
    const notice = { title: t`Hosts saved`, text: client.name }
    if (allowed_origins === undefined) return mutate(memberGroups.change, { path, body }, { version, ...effects, ...notice })
    const named = isNamed ? await mutate(memberGroups.change, { path, body }, { version, ...effects }) : undefined
    return mutate(
      hosts.setOrigins,
      { path, body: { allowed_origins: [...allowed_origins] } },
      { version: named?.version ?? version, ...effects, ...notice },
    )
  }
  return (
    <SettingsForm<HostValues>
      name={`hosts of client ${client.member_group_id}`}
      label={t`Hosts and origins`}
      initial={valuesOf(stored)}
      version={Math.min(names.version, origins.version)}
      rules={names.login_key === null ? hostRules : { ...hostRules, login_key: [required, ...hostRules.login_key] }}
      save={save}
      texts={texts}
      textOf={(_field, value) => (Array.isArray(value) ? value.join(', ') : String(value)) || missingValue}
    >
      {(form) => (
        <>
          <FixedNote mayNot={mayNot} />
          <Names form={form} names={names} isReadonly={isFixed || mayNotName !== undefined} />
          {isInternalUser && <SingleSignOn form={form} isReadonly={isFixed || mayNotName !== undefined} />}
          <OriginsField {...form.field('allowed_origins', t`Allowed origins`)} isReadonly={isFixed || mayNotEmbed !== undefined} />
        </>
      )}
    </SettingsForm>
  )
}

function Loaded({ client }: Pick<Stored, 'client'>) {
  const path = { memberGroupId: client.member_group_id }
  const names = useRead(hosts.one, { path })
  const origins = useRead(hosts.origins, { path })
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to the client.</Trans>} />
  return (
    <ResourceGate read={names} brokenHeading={<Trans>Couldn’t load the hosts</Trans>} refused={refused} missing={refused}>
      {(found) => (
        <ResourceGate read={origins} brokenHeading={<Trans>Couldn’t load the allowed origins</Trans>} refused={refused} missing={refused}>
          {(allowed) => <HostsForm client={client} names={found} origins={allowed} />}
        </ResourceGate>
      )}
    </ResourceGate>
  )
}

/** Where a client's users sign in, and which sites may embed its pages. */
export default function HostsTab() {
  return (
    <DetailPage>
      <h2>
        <Trans>Hosts and frames</Trans>
      </h2>
      <ClientGate>{(client) => <Loaded key={client.member_group_id} client={client} />}</ClientGate>
    </DetailPage>
  )
}
