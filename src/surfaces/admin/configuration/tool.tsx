import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { roleGroups } from '../../../contract/access/permissions.ts'
import {
  type ConfigurationChange,
  type ConfigurationDocument,
  type ConfigurationPart,
  configuration,
  configurationParts,
} from '../../../contract/clients/configuration.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { ifMatch } from '../../../kit/api.ts'
import { downloadText } from '../../../parts/resource/csv.ts'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate, useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { CopyButton } from '../../../ui/badge/copy-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { retryImport } from '../../../ui/lazy-idle.ts'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { useTenantOptions } from '../tenants/options.ts'
import { ChangeTable } from './changes.tsx'
import { documentText, parseDocument } from './document.ts'
import { partWords } from './words.ts'

const Versions = lazy(() => retryImport(() => import('./versions.tsx'), 1))

interface Planned {
  readonly document: ConfigurationDocument
  readonly parts: readonly ConfigurationPart[]
  readonly changes: readonly ConfigurationChange[]
  /** The version of the client that the document was compared with. */
  readonly version: number
}

/** Compares a document with the client, and applies it after that. */
function useDocument(version: number) {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { memberGroup } = useClient()
  const { emit } = useAdmin()
  const { send } = useRuntime()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const { isPending, problem, attempt } = useAttempt()
  const [planned, setPlanned] = useState<Planned>()
  const path = { memberGroupId }
  const compare = async (document: ConfigurationDocument, parts: readonly ConfigurationPart[]) => {
    const body = { document, parts: [...parts], dry_run: true }
    const plan = await attempt(send(configuration.apply, { path, body }, ifMatch(version)))
    setPlanned(plan && { document, parts, changes: plan.changes, version: plan.version })
  }
  const apply = async (plan: Planned) => {
    const name = memberGroup?.name ?? `#${memberGroupId}`
    const isSure = await confirm({
      heading: t`Apply this configuration to ${name}?`,
      text: <Trans>The current configuration is stored first, so that you can go back to it.</Trans>,
      label: <Trans>Apply</Trans>,
    })
    if (!isSure) return
    await mutate(
      configuration.apply,
      { path, body: { document: plan.document, parts: [...plan.parts] } },
      {
        version: plan.version,
        stale: adminData,
        event: () => emit('ad-client-changed', { member_group_id: memberGroupId }),
        title: t`Configuration applied`,
        text: name,
      },
    ).then(() => setPlanned(undefined), showError(t`The configuration was not applied`))
  }
  return { compare, apply, planned, forget: () => setPlanned(undefined), isPending, problem, question }
}

/** The parts that are compared and applied. */
function PartChoice({
  parts,
  onChange,
}: {
  readonly parts: readonly ConfigurationPart[]
  readonly onChange: (parts: ConfigurationPart[]) => void
}) {
  const { i18n } = useLingui()
  return (
    <fieldset className="admin-parts">
      <legend>
        <Trans>Parts</Trans>
      </legend>
      {configurationParts.map((part) => (
        <Checkbox
          key={part}
          label={i18n._(partWords[part])}
          value={parts.includes(part)}
          onChange={(isOn) => onChange(configurationParts.filter((one) => (one === part ? isOn : parts.includes(one))))}
        />
      ))}
    </fieldset>
  )
}

interface ToolProps {
  readonly document: ConfigurationDocument
  readonly version: number
}

function Tool({ document: own, version }: ToolProps) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { isReadonly } = useAdmin()
  const { send } = useRuntime()
  const { showError } = useMutate()
  const mayNot = useDisabledReason()({ permissions: ['configuration.apply'] })
  const { clients } = useTenantOptions(undefined)
  const [other, setOther] = useState<SelectedOption | null>(null)
  const [text, setText] = useState('')
  const [parts, setParts] = useState<readonly ConfigurationPart[]>(configurationParts)
  const { compare, apply, planned, forget, isPending, problem, question } = useDocument(version)
  const parsed = text.trim() === '' ? undefined : parseDocument(text)
  const change = (next: string) => {
    setText(next)
    forget()
  }
  const load = (document: ConfigurationDocument) => change(documentText(document))
  const loadOther = async (option: SelectedOption | null) => {
    setOther(option)
    if (option === null) return
    const read = send(configuration.one, { path: { memberGroupId: Number(option.id) } })
    await read.then(({ document }) => load(document), showError(t`Couldn’t load the configuration`))
  }
  const faults = {
    no_json: t`This is no JSON document`,
    newer_version: t`This document is of a newer version of the platform`,
    invalid: parsed && 'path' in parsed ? t`This value does not fit: ${parsed.path}` : '',
  }
  const fault = parsed && 'code' in parsed ? faults[parsed.code] : undefined
  const missing = parsed === undefined ? t`Choose a client or paste a document first` : fault
  const noParts = parts.length === 0 ? t`Choose at least one part` : undefined
  return (
    <>
      <section className="detail-part" aria-labelledby="configuration-export">
        <h3 id="configuration-export">
          <Trans>Export</Trans>
        </h3>
        <p className="quiet">
          <Trans>Without ids, secrets, people and money.</Trans>
        </p>
        <div className="row">
          <Button onPress={() => downloadText(`configuration-${memberGroupId}.json`, documentText(own), 'application/json')}>
            <Trans>Download as a file</Trans>
          </Button>
          <CopyButton text={documentText(own)} label={t`Copy the document`} />
        </div>
      </section>
      <section className="detail-part" aria-labelledby="configuration-compare">
        <h3 id="configuration-compare">
          <Trans>Compare and apply</Trans>
        </h3>
        <Select label={t`Configuration of client`} options={clients} value={other} onChange={(option) => void loadOther(option)} />
        <TextArea
          label={t`Document`}
          value={text}
          onChange={change}
          rows={12}
          fault={fault === undefined ? undefined : { code: 'custom', text: fault }}
          help={t`Choose a client above, or paste an exported document.`}
        />
        <PartChoice
          parts={parts}
          onChange={(next) => {
            setParts(next)
            forget()
          }}
        />
        <div className="row">
          <Button
            isBusy={isPending}
            disabledBecause={mayNot ?? missing ?? noParts}
            onPress={() => parsed && 'document' in parsed && void compare(parsed.document, parts)}
          >
            <Trans>Show differences</Trans>
          </Button>
        </div>
        {problem && (
          <Callout kind="error" isAnnounced heading={<Trans>The document could not be compared</Trans>}>
            {problemText(problem, i18n)}
          </Callout>
        )}
        {planned && <ChangeTable changes={planned.changes} />}
        {planned && planned.changes.length > 0 && !isReadonly && (
          <div className="row">
            <Button kind="primary" disabledBecause={mayNot} onPress={() => void apply(planned)}>
              <Trans>Apply</Trans>
            </Button>
          </div>
        )}
      </section>
      <section className="detail-part" aria-labelledby="configuration-versions">
        <h3 id="configuration-versions">
          <Trans>Earlier configurations</Trans>
        </h3>
        <Suspense fallback={<LoadingSkeleton height={120} />}>
          <Versions onOpen={load} />
        </Suspense>
      </section>
      {question}
    </>
  )
}

/** The configuration of a client as a document: exported, compared, applied part by part, and taken back. For internal staff. */
export default function ConfigurationTool() {
  const { clientId: memberGroupId } = useScope()
  const read = useRead(configuration.one, { path: { memberGroupId } })
  const refused = <NoPermission text={<Trans>Only internal staff uses the configuration tool.</Trans>} />
  return (
    <Gate
      roles={roleGroups.internalAndAbove}
      anyRole
      permissions={['configuration.read']}
      waiting={<LoadingSkeleton height={320} />}
      fallback={refused}
    >
      <DetailPage>
        <DetailHeader
          name={
            <h2>
              <Trans>Client configuration tool</Trans>
            </h2>
          }
        />
        <ResourceGate read={read} brokenHeading={<Trans>Couldn’t load the configuration</Trans>} refused={refused} missing={refused}>
          {({ document, version }) => <Tool document={document} version={version} />}
        </ResourceGate>
      </DetailPage>
    </Gate>
  )
}
