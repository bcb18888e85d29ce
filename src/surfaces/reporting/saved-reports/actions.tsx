import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { SavedReport } from '../../../contract/saved-reports/saved-reports.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { isOnlySharedByLink, reportData, schedulePath, useSavedReportMutations } from './mutations.ts'
import type { ReportNaming } from './save-dialog.tsx'

const SaveDialog = lazyIdle(() => import('./save-dialog.tsx'))
const HistoryDialog = lazyIdle(() => import('./history-dialog.tsx'))
const ShareDialog = lazyIdle(() => import('./share-dialog.tsx'))

/** Sends only the changed values, so that newer values of the others are not overwritten. */
const renamed = (saved: SavedReport, { name, visibility }: ReportNaming) => ({
  ...(name !== saved.name && { name }),
  ...(saved.is_own && visibility !== saved.visibility && { visibility }),
})

type SavedReportAction = 'rename' | 'duplicate' | 'share' | 'schedule' | 'history' | 'delete'

/** Actions of a saved report. An action without permission is disabled with a reason. */
export function useSavedReportActions() {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const mayDo = useDisabledReason()
  const { query } = usePath()
  const [noCreate, noChange, noRemove] = (['create', 'change', 'remove'] as const).map((act) =>
    mayDo({ permissions: [`saved_reports.${act}`] }),
  )
  return (saved: SavedReport): readonly (MenuItem & { readonly id: SavedReportAction })[] => {
    const notYours = saved.is_changeable
      ? undefined
      : t`Only the owner or a client admin can edit this report. Duplicate it to make changes.`
    const isByLink = isOnlySharedByLink(saved, query)
    const noSchedule = isByLink
      ? t`Only the owner can schedule a report that you opened from a link. Duplicate it to schedule your own copy.`
      : undefined
    const noHistory = isByLink ? t`Only the owner can see the history of a report that you opened from a link.` : undefined
    const schedule = { id: 'schedule', label: t`Schedule`, disabledBecause: noSchedule } as const
    const history = { id: 'history', label: t`History`, disabledBecause: noHistory } as const
    if (isReadonly) return [schedule, history]
    return [
      { id: 'rename', label: t`Rename`, disabledBecause: noChange ?? notYours },
      { id: 'duplicate', label: t`Duplicate`, disabledBecause: noCreate },
      { id: 'share', label: t`Share`, disabledBecause: noChange ?? notYours },
      schedule,
      history,
      { id: 'delete', label: t`Delete`, isDanger: true, isParted: true, disabledBecause: noRemove ?? notYours },
    ]
  }
}

/** Name of the URL parameter with the report whose history is open. */
const historyParam = 'changes_of'

/** Runs an action. The caller renders `dialogs`. */
export function useRunSavedReportAction(onRemoved?: () => void) {
  const { t } = useLingui()
  const { query, setQuery, go } = usePath()
  const { change, copy, remove, overtaken } = useSavedReportMutations()
  const [open, setOpen] = useState<{ readonly act: 'rename' | 'share'; readonly saved: SavedReport }>()
  const close = () => setOpen(undefined)
  const refresh = useRefresh()
  const onLeave = useRef<() => void>(undefined)
  useEffect(() => () => onLeave.current?.(), [])
  /** The responses of a deleted report that is on screen become stale after its screen is left, because it cannot be read again. */
  async function removeAndLeave(saved: SavedReport) {
    if (!(await remove(saved))) return
    const invalidate = () => refresh(...reportData)
    if (!onRemoved) return invalidate()
    onLeave.current = invalidate
    onRemoved()
  }
  const run: Readonly<Record<SavedReportAction, (saved: SavedReport) => unknown>> = {
    rename: (saved) => setOpen({ act: 'rename', saved }),
    share: (saved) => setOpen({ act: 'share', saved }),
    schedule: ({ saved_report_id: id }) => go(schedulePath(id), t`Schedule`),
    history: ({ saved_report_id: id }) => setQuery({ [historyParam]: String(id), changes: undefined }),
    duplicate: copy,
    delete: removeAndLeave,
  }
  const historyOf = Number(query.get(historyParam))
  const dialogs = open && (
    <Suspense>
      {open.act === 'share' ? (
        <ShareDialog saved={open.saved} onClose={close} />
      ) : (
        <SaveDialog
          heading={<Trans>Rename {open.saved.name}</Trans>}
          label={t`Rename report`}
          submitLabel={<Trans>Save name</Trans>}
          initial={{ name: open.saved.name, visibility: open.saved.visibility }}
          fixedBecause={open.saved.is_own ? undefined : t`Only the owner can change who sees a report`}
          onSave={(naming) => change(open.saved, () => renamed(open.saved, naming))}
          onClose={close}
        />
      )}
    </Suspense>
  )
  return {
    act: (saved: SavedReport, id: string) => void run[id as SavedReportAction](saved), // ids come from the actions above
    dialogs: (
      <>
        {dialogs}
        {Number.isInteger(historyOf) && historyOf > 0 && (
          <Suspense>
            <HistoryDialog savedReportId={historyOf} onClose={() => setQuery({ [historyParam]: undefined, changes: undefined })} />
          </Suspense>
        )}
        {overtaken}
      </>
    ),
  }
}
