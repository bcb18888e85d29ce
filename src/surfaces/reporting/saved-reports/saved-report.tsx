import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useState } from 'react'
import { reportShares, savedReports, type SavedReport } from '../../../contract/saved-reports/saved-reports.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { Problem } from '../../../kit/problem.ts'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { ResourceGate, type GateProps } from '../../../parts/resource/resource.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { alert, more } from '../../../ui/icon/icons.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { fromSavedReport, mergeUrlParams, parseReportQuery, toUrlParams } from '../query/query.ts'
import { toSavedQuery } from '../query/request.ts'
import { Report } from '../report/report.tsx'
import type { ReportState } from '../report/use-report.ts'
import { visibilityWords } from '../words.ts'
import { unchangedReportPath, useSavedReportMutations } from './mutations.ts'
import { useRunSavedReportAction, useSavedReportActions } from './actions.tsx'

const LazySaveNewDialog = lazyIdle(() => import('./save-new-dialog.tsx'))

/** Loads a saved report by id, or by the share token in the URL. */
export function useSaved(savedReportId: number) {
  const { query } = usePath()
  const shareToken = query.get('share') ?? ''
  const ownReport = useRead(savedReports.one, shareToken ? null : { path: { savedReportId } })
  const shared = useRead(reportShares.open, shareToken ? { path: { shareToken } } : null)
  return shareToken ? shared : ownReport
}

interface SavedReportGateProps<Value> extends Pick<GateProps<Value>, 'read' | 'children'> {}

/** Shows a saved report after it is loaded, or why it cannot be opened. */
export function SavedReportGate<Value>({ read, children }: SavedReportGateProps<Value>) {
  const { query, go } = usePath()
  const isLink = query.has('share')
  // The platform answers a link that has expired or was revoked with a conflict.
  const isDeadLink = isLink && read.error?.kind === 'conflict'
  const missing = (
    <EmptyState
      icon={alert}
      heading={isLink ? <Trans>This link no longer works</Trans> : <Trans>Report not found</Trans>}
      text={
        isLink ? (
          <Trans>The link expired, was revoked or is not for your account. Ask the sender for a new one.</Trans>
        ) : (
          <Trans>The report was deleted or is not shared with you. Ask its owner.</Trans>
        )
      }
    >
      <Button onPress={() => go('saved_reports')}>
        <Trans>Saved reports</Trans>
      </Button>
    </EmptyState>
  )
  return (
    <ResourceGate
      read={isDeadLink ? { ...read, error: new Problem({ kind: 'missing' }) } : read}
      brokenHeading={<Trans>Couldn’t load the report</Trans>}
      missing={missing}
      height={480}
    >
      {children}
    </ResourceGate>
  )
}

interface UnsavedChangesProps {
  readonly saved: SavedReport
  readonly state: ReportState
}

/** Buttons that save or discard changes in the URL. */
function UnsavedChanges({ saved, state: { reportQuery, scope } }: UnsavedChangesProps) {
  const { t } = useLingui()
  const { query, go } = usePath()
  const { change, overtaken } = useSavedReportMutations()
  const { showError } = useMutate()
  const mayDo = useDisabledReason()
  const [isOpen, setOpen] = useState(false)
  /** Applies the URL's parameters to the given version of the report. */
  const changeOf = (over: SavedReport) => {
    const base = fromSavedReport(over.question)
    return { question: toSavedQuery(parseReportQuery(mergeUrlParams(query, toUrlParams(base)), base), scope) }
  }
  const plain = unchangedReportPath(saved.saved_report_id, query)
  const save = () => change(saved, changeOf).then(() => go(plain, saved.name), showError(t`Changes not saved`))
  const notYours = saved.is_changeable ? undefined : t`Only the owner or a client admin can edit this report. Save it as a new report.`
  return (
    <>
      <Button kind="plain" onPress={() => go(plain, saved.name)}>
        <Trans>Discard changes</Trans>
      </Button>
      <Button disabledBecause={mayDo({ permissions: ['saved_reports.create'] })} onPress={() => setOpen(true)}>
        <Trans>Save as new</Trans>
      </Button>
      <Button kind="primary" disabledBecause={mayDo({ permissions: ['saved_reports.change'] }) ?? notYours} onPress={() => void save()}>
        <Trans>Save changes</Trans>
      </Button>
      {overtaken}
      {isOpen && (
        <Suspense>
          <LazySaveNewDialog reportQuery={reportQuery} scope={scope} from={saved} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Actions of a saved report. */
function SavedReportActions({ saved, state }: UnsavedChangesProps) {
  const { t } = useLingui()
  const { go } = usePath()
  const { isReadonly } = useScope()
  const actsOf = useSavedReportActions()
  const { act, dialogs } = useRunSavedReportAction(() => go('saved_reports', t`Saved reports`))
  const actions = actsOf(saved)
  const share = actions.find(({ id }) => id === 'share')
  const schedule = actions.find(({ id }) => id === 'schedule')
  const otherActions = actions.filter(({ id }) => id !== 'share' && id !== 'schedule')
  return (
    <>
      {state.isChanged && !isReadonly && <UnsavedChanges saved={saved} state={state} />}
      {share && (
        <Button disabledBecause={share.disabledBecause} onPress={() => act(saved, 'share')}>
          <Trans>Share</Trans>
        </Button>
      )}
      <Button disabledBecause={schedule?.disabledBecause} onPress={() => act(saved, 'schedule')}>
        <Trans>Schedule</Trans>
      </Button>
      {otherActions.length > 0 && (
        <Menu label={t`More for ${saved.name}`} items={otherActions} onSelect={(id) => act(saved, id)}>
          <Icon shape={more} />
        </Menu>
      )}
      {dialogs}
    </>
  )
}

function LoadedReport({ saved }: { readonly saved: SavedReport }) {
  const { i18n } = useLingui()
  const base = useMemo(() => fromSavedReport(saved.question), [saved])
  const { name, owner, is_own, visibility } = saved
  const word = i18n._(visibilityWords[visibility])
  return (
    <Report
      base={base}
      name={name}
      note={
        <p className="quiet">
          {is_own ? (
            <Trans>{word} · owned by you</Trans>
          ) : (
            <Trans>
              {word} · {owner}
            </Trans>
          )}
        </p>
      }
      acts={(state) => <SavedReportActions saved={saved} state={state} />}
    />
  )
}

/** A saved report, with changes from the URL and its actions. */
export default function SavedReportPage({ params }: { readonly params: ScreenParams }) {
  const read = useSaved(Number(params.reportId))
  return <SavedReportGate read={read}>{(saved) => <LoadedReport saved={saved} />}</SavedReportGate>
}
