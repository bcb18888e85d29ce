import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { parseIds } from '../../contract/registrations/id-lists.rules.ts'
import { asProblem, problemText } from '../../kit/problem.ts'
import { count } from '../../ui/format/format.ts'
import { TextArea } from '../../ui/form/text-field.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import type { FileLimits } from '../../ui/upload/file-kinds.ts'
import { Upload } from '../../ui/upload/upload.tsx'
import type { Label } from '../scope/client.tsx'
import type { EntitySource } from './source.ts'
import { FoundIds } from './found-ids.tsx'
import { LineReport } from './line-report.tsx'
import { type IdListResult, sendIds } from './send-ids.ts'

interface IdsDialogProps {
  readonly source: EntitySource
  readonly label: Label
  readonly noUpload?: boolean
  /** The source's own text for an error, if it has one. */
  readonly reasonOf?: ((error: unknown) => string | undefined) | undefined
  readonly onClose: () => void
  readonly onAdded: () => void
}

const fileLimits: FileLimits = { kinds: ['csv', 'txt'], maxBytes: 4_000_000, maxFiles: 1 }
type IdList = ReturnType<typeof parseIds>

/** Sends a list with progress; can be stopped and resumed. */
function useSendingIds({ source, onAdded, reasonOf }: IdsDialogProps) {
  const { i18n } = useLingui()
  const [sent, setSent] = useState<number>()
  const [outcome, setOutcome] = useState<IdListResult>()
  const sendController = useRef<AbortController>(undefined)
  useEffect(() => () => sendController.current?.abort(), [])
  return {
    sent,
    outcome,
    refused: outcome?.failed === undefined ? undefined : (reasonOf?.(outcome.failed) ?? problemText(asProblem(outcome.failed), i18n)),
    stop: () => sendController.current?.abort(),
    async send(list: IdList, earlier?: IdListResult) {
      const controller = new AbortController()
      sendController.current = controller
      setSent(earlier?.sent ?? 0)
      setOutcome(await sendIds(source, list, { signal: controller.signal, earlier, onProgress: setSent }))
      setSent(undefined)
      onAdded()
    },
  }
}

function Outcome({
  outcome: { added, already, problems, sent, isUnsure },
  total,
}: {
  readonly outcome: IdListResult
  readonly total: number
}) {
  const { t, i18n } = useLingui()
  const was = count(sent, i18n.locale)
  const all = count(total, i18n.locale)
  const before = count(already, i18n.locale)
  return (
    <>
      <Callout
        kind={problems.length > 0 || sent < total ? 'warning' : 'success'}
        isAnnounced
        heading={<Plural value={added} one="# added" other="# added" />}
      >
        {already > 0 && t`${before} were already selected.`} {sent < total && t`Stopped after ${was} of ${all}.`}{' '}
        {isUnsure && t`The last batch may have been added too. Adding it again won’t create duplicates.`}
      </Callout>
      <LineReport problems={problems} />
    </>
  )
}

/** Adds entities by a pasted or uploaded list of ids, and reports problems by line. */
export default function IdsDialog(props: IdsDialogProps) {
  const { label, noUpload = false, onClose } = props
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const list = useMemo(() => parseIds(text), [text])
  const shownList = useDeferredValue(list)
  const sending = useSendingIds(props)
  const { sent, outcome, refused } = sending
  const total = count(list.ids.length, i18n.locale)
  const read = async (file: File) => {
    setText(await file.text())
    return file.name
  }
  const add = {
    does: 'continue' as const,
    label: list.ids.length > 0 ? t`Add ${total}` : t`Add`,
    disabledBecause: list.ids.length === 0 ? t`Paste or upload IDs first` : undefined,
    onPress: () => void sending.send(list),
  }
  const isShort = outcome !== undefined && outcome.sent < list.ids.length
  const addRemaining = { does: 'continue' as const, label: t`Add remaining`, onPress: () => void sending.send(list, outcome) }
  const actions = outcome
    ? isShort
      ? [{ does: 'cancel' as const, label: t`Done`, onPress: onClose }, addRemaining]
      : [{ does: 'continue' as const, label: t`Done`, onPress: onClose }]
    : [{ does: 'cancel' as const, onPress: onClose }, add]
  const { plural } = label
  return (
    <Modal
      heading={t`Add by ID: ${plural}`}
      size="xl"
      isBusy={sent !== undefined}
      actions={sent === undefined ? actions : []}
      onClose={onClose}
    >
      <div className="ids-dialog">
        {refused !== undefined && sent === undefined && (
          <Callout kind="error" isAnnounced heading={t`The remaining items were not added`}>
            {refused}
          </Callout>
        )}
        {sent !== undefined ? (
          <Progress label={t`Adding`} done={sent} total={list.ids.length} onCancel={sending.stop} />
        ) : outcome ? (
          <Outcome outcome={outcome} total={list.ids.length} />
        ) : (
          <>
            <TextArea
              label={t`IDs`}
              rows={6}
              value={text}
              onChange={setText}
              help={t`One per line, or separated by tabs, semicolons, pipes or commas.`}
            />
            {!noUpload && <Upload label={<Trans>Or upload a file</Trans>} limits={fileLimits} send={read} />}
            {text.trim() !== '' && <FoundIds list={shownList} />}
            <LineReport problems={shownList.problems} />
          </>
        )}
      </div>
    </Modal>
  )
}
