import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo, useState } from 'react'
import { entityRegistrations } from '../../../contract/registrations/registrations.ts'
import { type IdList, maxIdsPerList, parseIds } from '../../../contract/registrations/id-lists.rules.ts'
import { lookups } from '../../../contract/search/lookups.ts'
import { useRead, useRefresh } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { createIdempotentWrite } from '../../../kit/idempotent-write.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { FoundIds } from '../../../parts/entity-picker/found-ids.tsx'
import { LineReport } from '../../../parts/entity-picker/line-report.tsx'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format/format.ts'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import type { FileLimits } from '../../../ui/upload/file-kinds.ts'
import { Upload } from '../../../ui/upload/upload.tsx'
import { clearedListParams, useRegistrant } from './registrant.tsx'

const fileLimits: FileLimits = { kinds: ['csv', 'txt'], maxBytes: 1_000_000, maxFiles: 1 }

/** The client's names for the id column of a file. */
function useIdNames(): readonly string[] {
  const { memberGroupId } = useRegistrant()
  const { data } = useRead(lookups.entityAttributes, { path: { memberGroupId } })
  return useMemo(() => data?.entity_attributes.filter((one) => one.is_internal_id).map(({ label }) => label) ?? [], [data])
}

/** Sends a list once, also on retry. If the text has changed since a lost response, the new text is sent as another list. */
function useSendOnce() {
  const [once] = useState(() => createIdempotentWrite<string>())
  return async (text: string, write: (text: string, key: string) => Promise<{ event_id: number }>): Promise<number> => {
    const { answer, sent } = await once(text, write)
    return (sent === text ? answer : (await once(text, write)).answer).event_id
  }
}

/** Sends a list as ids, or as CSV when it is from a file or has too many ids. */
function useSendingList() {
  const { send } = useRuntime()
  const { memberGroupId, advertiserId } = useRegistrant()
  const asIds = useSendOnce()
  const asCsv = useSendOnce()
  const path = { memberGroupId, advertiserId }
  return (text: string, { ids }: IdList, isFile: boolean): Promise<number> =>
    isFile || ids.length > maxIdsPerList.list
      ? asCsv(text, (csv, idempotencyKey) => send(entityRegistrations.initiateCsv, { path, body: { csv } }, { idempotencyKey }))
      : asIds(ids.join('\n'), (lines, idempotencyKey) =>
          send(entityRegistrations.initiate, { path, body: { internal_ids: lines.split('\n') } }, { idempotencyKey }),
        )
}

/** State of the form: text, parsed ids, request. */
function useRegister(names: readonly string[]) {
  const { i18n } = useLingui()
  const { setQuery } = usePath()
  const refresh = useRefresh()
  const sendList = useSendingList()
  const [text, setText] = useState('')
  /** Text of the uploaded file. When the user edits the text, it no longer counts as a file. */
  const [fileText, setFileText] = useState<string>()
  const [serial, setSerial] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const list = useMemo(() => parseIds(text, names), [text, names])
  async function register() {
    setBusy(true)
    setRefused(undefined)
    try {
      const eventId = await sendList(text, list, text === fileText)
      setText('')
      setFileText(undefined)
      setSerial((before) => before + 1)
      refresh(entityRegistrations)
      setQuery({ ...clearedListParams, list: String(eventId) })
    } catch (error) {
      setRefused(problemText(asProblem(error), i18n))
    }
    setBusy(false)
  }
  const read = async (file: File) => {
    const fileContent = await file.text()
    setText(fileContent)
    setFileText(fileContent)
    return file.name
  }
  return { text, setText, list, serial, isBusy, refused, register, read }
}

function useListFault({ ids, problems }: IdList): string | undefined {
  const { t, i18n } = useLingui()
  const most = count(maxIdsPerList.csv, i18n.locale)
  if (ids.length === 0) return t`Paste or upload IDs first`
  return ids.length + problems.length > maxIdsPerList.csv ? t`Upload up to ${most} IDs at once` : undefined
}

/** Registers entities by ids that the user types, pastes or uploads. */
export function NewRegistrationList() {
  const { t, i18n } = useLingui()
  const { plural } = useLabel()
  const { text, setText, list, serial, isBusy, refused, register, read } = useRegister(useIdNames())
  const shown = useDeferredValue(list)
  const guard = useLeaveGuard(text.trim() !== '', { lost: [t`IDs`] })
  const mayNot = useDisabledReason()({ permissions: ['entity_registrations.create'] })
  const fault = useListFault(list)
  const total = count(list.ids.length, i18n.locale)
  return (
    <section className="register" aria-label={t`New list`}>
      {guard}
      <h3>{t`New list`}</h3>
      <TextArea
        label={t`IDs`}
        rows={5}
        value={text}
        onChange={setText}
        disabledBecause={mayNot}
        help={t`One per line, or separated by tabs, semicolons, pipes or commas.`}
      />
      <Upload key={serial} label={t`Or upload a file`} limits={fileLimits} send={read} disabledBecause={mayNot} />
      {text.trim() !== '' && <FoundIds list={shown} />}
      <LineReport problems={shown.problems} />
      {refused && (
        <Callout kind="error" isAnnounced heading={t`Couldn’t upload the list`}>
          {refused}
        </Callout>
      )}
      <div className="row">
        <Button kind="primary" isBusy={isBusy} disabledBecause={mayNot ?? fault} onPress={() => void register()}>
          {list.ids.length > 0 ? <Trans>Register {total}</Trans> : <Trans>Register {plural}</Trans>}
        </Button>
      </div>
    </section>
  )
}
