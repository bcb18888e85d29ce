import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { entityRegistrations } from '../../../contract/registrations/registrations.ts'
import { type IdList, maxIdsPerList, parseIds } from '../../../contract/registrations/id-lists.rules.ts'
import { lookups } from '../../../contract/search/lookups.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { FoundIds } from '../../../parts/entity-picker/found-ids.tsx'
import { LineReport } from '../../../parts/entity-picker/line-report.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { type FormOf, ResourceForm } from '../../../parts/resource/form.tsx'
import { count } from '../../../ui/format/format.ts'
import { TextArea } from '../../../ui/form/text-field.tsx'
import type { FileLimits } from '../../../ui/upload/file-kinds.ts'
import { Upload } from '../../../ui/upload/upload.tsx'
import { clearedListParams, useRegistrant } from './registrant.tsx'

type Values = { readonly ids: string }
const noIds: Values = { ids: '' }

const fileLimits: FileLimits = { kinds: ['csv', 'txt'], maxBytes: 1_000_000, maxFiles: 1 }

/** The client's names for the id column of a file. */
function useIdNames(): readonly string[] {
  const { memberGroupId } = useRegistrant()
  const { data } = useRead(lookups.entityAttributes, { path: { memberGroupId } })
  return useMemo(() => data?.entity_attributes.filter((one) => one.is_internal_id).map(({ label }) => label) ?? [], [data])
}

/** Sends a list as ids, or as CSV when it is from a file or has too many ids. */
function useSendingList() {
  const { mutate } = useMutate()
  const { memberGroupId, advertiserId } = useRegistrant()
  const path = { memberGroupId, advertiserId }
  const effects = { stale: [entityRegistrations] }
  return (text: string, { ids }: IdList, isFile: boolean): Promise<{ event_id: number }> =>
    isFile || ids.length > maxIdsPerList.list
      ? mutate(entityRegistrations.initiateCsv, { path, body: { csv: text } }, effects)
      : mutate(entityRegistrations.initiate, { path, body: { internal_ids: [...ids] } }, effects)
}

/** Returns why a list cannot be sent. */
function useListFault() {
  const { t, i18n } = useLingui()
  const max = count(maxIdsPerList.csv, i18n.locale)
  return ({ ids, problems }: IdList): string | undefined => {
    if (ids.length === 0) return t`Paste or upload IDs first`
    return ids.length + problems.length > maxIdsPerList.csv ? t`Upload up to ${max} IDs at once` : undefined
  }
}

interface FieldsProps {
  readonly form: FormOf<Values>
  readonly list: IdList
  readonly disabledBecause: string | undefined
  readonly onFile: (text: string) => void
}

function Fields({ form, list, disabledBecause, onFile }: FieldsProps) {
  const { t } = useLingui()
  const shown = useDeferredValue(list)
  const ids = form.field('ids', t`IDs`)
  const read = async (file: File) => {
    const text = await file.text()
    ids.onChange(text)
    onFile(text)
    return file.name
  }
  return (
    <div className="register">
      <TextArea
        {...ids}
        rows={5}
        disabledBecause={disabledBecause}
        help={t`One per line, or separated by tabs, semicolons, pipes or commas.`}
      />
      <Upload label={t`Or upload a file`} limits={fileLimits} send={read} disabledBecause={disabledBecause} />
      {ids.value.trim() !== '' && <FoundIds list={shown} />}
      <LineReport problems={shown.problems} />
    </div>
  )
}

/** Registers entities by ids that the user types, pastes or uploads. */
export function NewRegistrationList() {
  const { t, i18n } = useLingui()
  const { plural } = useLabel()
  const { setQuery } = usePath()
  const names = useIdNames()
  const sendList = useSendingList()
  const faultOf = useListFault()
  const mayNot = useDisabledReason()({ permissions: ['entity_registrations.create'] })
  /** Text of the uploaded file. When the user edits the text, it no longer counts as a file. */
  const [fileText, setFileText] = useState<string>()
  const parsed = useRef({ text: '', names, list: parseIds('', names) })
  /** The ids in a text; a long list is parsed once. */
  const listOf = (text: string) => {
    if (parsed.current.text !== text || parsed.current.names !== names) parsed.current = { text, names, list: parseIds(text, names) }
    return parsed.current.list
  }
  const begun = useRef<number>(undefined)
  const [serial, setSerial] = useState(0)
  const save = async ({ ids }: Values) => {
    const { event_id } = await sendList(ids, listOf(ids), ids === fileText)
    begun.current = event_id
  }
  const done = (_: Values, form: FormOf<Values>) => {
    form.reset(noIds)
    setFileText(undefined)
    setSerial((before) => before + 1)
    setQuery({ ...clearedListParams, list: String(begun.current) })
  }
  const submit = ({ values }: FormOf<Values>) => {
    const { ids } = listOf(values.ids)
    const total = count(ids.length, i18n.locale)
    return ids.length > 0 ? <Trans>Register {total}</Trans> : <Trans>Register {plural}</Trans>
  }
  return (
    <section aria-label={t`New list`}>
      <h3>{t`New list`}</h3>
      <ResourceForm<Values>
        name="new registrations"
        label={t`New list`}
        initial={noIds}
        save={save}
        done={done}
        submit={submit}
        savesUnchanged
        disabledBecause={({ values }) => mayNot ?? faultOf(listOf(values.ids))}
      >
        {(form) => <Fields key={serial} form={form} list={listOf(form.values.ids)} disabledBecause={mayNot} onFile={setFileText} />}
      </ResourceForm>
    </section>
  )
}
