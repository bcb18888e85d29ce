import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import {
  changes,
  type RecordChange,
  type RecordChangeKind,
  type ReportChangeKind,
  type UndoneChange,
} from '../../../contract/changes/changes.ts'
import { savedReports, type SavedReport } from '../../../contract/saved-reports/saved-reports.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useRead, useRefresh } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { asProblem, isOutdated } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { Changes } from '../../../parts/resource/changes.tsx'
import { recordHistory } from '../../../parts/resource/record-history.ts'
import { createResource, useResource } from '../../../parts/resource/resource.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { momentText } from '../../../ui/format/moment.ts'
import { useReporting } from '../context.tsx'
import { changedFieldLabel, changedValueText } from './change-texts.ts'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { reportData } from './mutations.ts'
import { SavedReportGate } from './saved-report.tsx'

const currentReport = createResource<SavedReport>('HistoryDialog')

/** Follows the name of the user, so each text starts with a verb. */
const reportWords: Readonly<Record<ReportChangeKind, MessageDescriptor>> = {
  created: msg`created the report`,
  changed: msg`made changes`,
  removed: msg`deleted the report`,
  restored: msg`restored the report`,
  undone: msg`undid a change`,
  shared: msg`created a share link`,
  unshared: msg`revoked a share link`,
}
const scheduleWords: Partial<Readonly<Record<RecordChangeKind, MessageDescriptor>>> = {
  created: msg`scheduled the report`,
  changed: msg`changed the schedule`,
  removed: msg`deleted the schedule`,
}
/** The fields worth showing: a new report has all of them, and the id of a link says nothing. */
function shownFields({ entity, kind, fields }: RecordChange) {
  const isWhole = entity === 'saved_report' && (kind === 'created' || kind === 'removed' || kind === 'restored')
  return isWhole ? [] : fields.filter(({ field }) => field !== 'report_share_id')
}

/** One line for each field that has changed again since. */
function useLaterChanges() {
  const { t, i18n } = useLingui()
  return ({ changed_since }: UndoneChange) =>
    changed_since.map(({ field, value, user, at }) => {
      const name = changedFieldLabel(field, i18n)
      const text = changedValueText(field, value, i18n)
      const who = user?.name ?? t`another user`
      return t`${name}: ${text}, by ${who}, ${momentText(at, i18n.locale, ownZone())}`
    })
}

function useUndoOfReport() {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { isReadonly } = useScope()
  const { emit } = useReporting()
  const { mutate } = useMutate()
  const refresh = useRefresh()
  const mayNot = useDisabledReason()({ permissions: ['saved_reports.change'] })
  const linesOf = useLaterChanges()
  const { saved_report_id: savedReportId, version } = useResource(currentReport)
  /** The newest change that the preview has shown. */
  const seenUpTo = useRef<number>(undefined)
  const path = { savedReportId }
  return {
    isOffered: ({ is_undoable }: RecordChange) => !isReadonly && is_undoable,
    disabledBecause: () => mayNot,
    preview: async (change_id: number) => {
      try {
        const would = await send(changes.saved_report.undo, { path, body: { change_id, dry_run: true } }, ifMatch(version))
        seenUpTo.current = would.seen_up_to
        return { losses: linesOf(would) }
      } catch (error) {
        if (isOutdated(asProblem(error))) refresh(...reportData)
        throw error
      }
    },
    undo: async (change_id: number, { isForced }: { readonly isForced: boolean }): Promise<UndoResult> => {
      const body = { change_id, ...(isForced && { force: true, seen_up_to: seenUpTo.current }) }
      const done = await mutate(
        changes.saved_report.undo,
        { path, body },
        {
          version,
          stale: reportData,
          event: ({ change_id: undone }) => {
            if (undone !== null) emit('ad-report-saved', { saved_report_id: savedReportId })
          },
        },
      )
      if (done.change_id !== null) return 'undone'
      return done.problem === 'changed_since' ? 'changed' : { refused: t`Nothing to undo. No changes were made.` }
    },
  }
}

/** The history of a saved report, its links and its schedule. */
const reportChanges = recordHistory(changes.saved_report.report, {
  kinds: reportWords,
  kindOf: ({ entity, kind }) => (entity === 'report_schedule' ? scheduleWords[kind] : undefined),
  labelOf: changedFieldLabel,
  useText: () => {
    const { i18n } = useLingui()
    return (field, value) => changedValueText(field, value, i18n)
  },
  useFields: () => shownFields,
  useUndo: useUndoOfReport,
})

interface HistoryDialogProps {
  readonly savedReportId: number
  readonly onClose: () => void
}

/** All changes of a saved report. Changes of its name and its query can be undone. */
export default function HistoryDialog({ savedReportId, onClose }: HistoryDialogProps) {
  const { t } = useLingui()
  const read = useRead(savedReports.one, { path: { savedReportId } })
  const name = read.data?.name
  return (
    <Modal
      heading={name === undefined ? t`History` : t`History of ${name}`}
      size="3xl"
      onClose={onClose}
      actions={[{ does: 'exit', label: <Trans>Close</Trans>, onPress: onClose }]}
    >
      <SavedReportGate read={read}>
        {(saved) => (
          <currentReport.Context value={saved}>
            <Changes of={reportChanges} id={{ savedReportId }} zone={ownZone()} />
          </currentReport.Context>
        )}
      </SavedReportGate>
    </Modal>
  )
}
