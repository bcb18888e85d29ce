import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { retryableRule } from '../../../contract/registrations/registrations.rules.ts'
import { entityRegistrations, type RegistrationDetail } from '../../../contract/registrations/registrations.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { eyeOff } from '../../../ui/icon/control-icons.ts'
import { reload } from '../../../ui/icon/icons.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { Failure } from './lines.tsx'
import { msg, plural } from '@lingui/core/macro'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { problemText } from '../../../kit/problem.ts'
import { useRegistrant } from './registrant.tsx'

const effects = { stale: [entityRegistrations] }

/** Retries or hides failed lines, one or all. Errors are returned as `refused`, for display next to the lines. */
function useLineActions() {
  const { t, i18n } = useLingui()
  const { mutate } = useMutate()
  const { notify } = useElementContext()
  const { isPending, problem, attempt } = useAttempt()
  const { memberGroupId, advertiserId } = useRegistrant()
  const path = { memberGroupId, advertiserId }
  async function run(write: () => Promise<{ changed: number }>, titleOf: (changed: number) => string) {
    if (isPending) return false
    const done = await attempt(write())
    if (!done) return false
    notify(done.changed > 0 ? { kind: 'success', title: titleOf(done.changed) } : { kind: 'info', title: t`Nothing left to process` })
    return true
  }
  const again = (changed: number) => i18n._(msg`${plural({ changed }, { one: 'Retrying # row', other: 'Retrying # rows' })}`)
  const hidden = (changed: number) => i18n._(msg`${plural({ changed }, { one: '# row hidden', other: '# rows hidden' })}`)
  const named = (id: number) => ({ path, body: { event_detail_ids: [id] } })
  return {
    isBusy: isPending,
    refused: problem && problemText(problem, i18n),
    retry: (id: number) => run(() => mutate(entityRegistrations.retry, named(id), effects), again),
    hide: (id: number) => run(() => mutate(entityRegistrations.hide, named(id), effects), hidden),
    retryAll: () => run(() => mutate(entityRegistrations.retryAll, { path }, effects), again),
    hideAll: () => run(() => mutate(entityRegistrations.hideAll, { path }, effects), hidden),
  }
}

type LineActions = ReturnType<typeof useLineActions>

/** Retry and Hide buttons for all failed lines. */
function AllLinesActions({ acts, total }: { readonly acts: LineActions; readonly total: number }) {
  const { t } = useLingui()
  const { confirm, question } = useConfirm()
  const mayNot = useDisabledReason()({ permissions: ['entity_registrations.change'] })
  const { isBusy, retryAll, hideAll } = acts
  const hide = async () => {
    const isYes = await confirm({
      heading: t`Hide all failed rows?`,
      text: (
        <Plural
          value={total}
          one="# row is removed from this report but stays in its list."
          other="# rows are removed from this report but stay in their lists."
        />
      ),
      label: t`Hide all`,
    })
    if (isYes) await hideAll()
  }
  return (
    <span className="row">
      {question}
      <Button icon={reload} isBusy={isBusy} disabledBecause={mayNot} onPress={() => void retryAll()}>
        <Trans>Retry all</Trans>
      </Button>
      <Button icon={eyeOff} disabledBecause={mayNot} onPress={() => void hide()}>
        <Trans>Hide all</Trans>
      </Button>
    </span>
  )
}

/** The columns of the failed lines. Retry and Hide are in the menu of a line. */
function useColumns(acts: LineActions): readonly GridColumn<RegistrationDetail>[] {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['entity_registrations.change'] })
  const menuOf = ({ error_code }: RegistrationDetail) => {
    const same = retryableRule(error_code) === true ? undefined : t`This row can’t be retried. Upload the ID again in a new list`
    return [
      { id: 'retry', label: t`Retry`, disabledBecause: mayNot ?? same },
      { id: 'hide', label: t`Hide`, disabledBecause: mayNot },
    ]
  }
  const onAct = ({ event_detail_id }: RegistrationDetail, id: string) =>
    void (id === 'retry' ? acts.retry(event_detail_id) : acts.hide(event_detail_id))
  return [
    columns.link('internal_id', t`ID`, { width: 240, isSortable: true, ...(!isReadonly && { acts: menuOf, onAct }) }),
    columns.text('event_id', t`List`, { width: 96, isSortable: true, value: ({ event_id }) => String(event_id) }),
    columns.number('line', t`Row`, { width: 96, isSortable: true }),
    columns.text('error_message', t`Problem`, { width: 360, render: (line) => <Failure line={line} /> }),
  ]
}

/** Loads the failed lines again when their number changes, because the lists are polled and this table is not. */
function useReloadOnChange(failed: number) {
  const refresh = useRefresh()
  const latest = useRef(refresh)
  latest.current = refresh
  const seen = useRef(failed)
  useEffect(() => {
    if (seen.current === failed) return
    seen.current = failed
    latest.current(entityRegistrations.failedReport)
  }, [failed])
}

/** Failed lines with their errors; each can be retried or hidden. */
export function FailedReport({ failed }: { /** Failed lines in the visible lists. */ readonly failed: number }) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { memberGroupId, advertiserId } = useRegistrant()
  const acts = useLineActions()
  const shown = useColumns(acts)
  const call = { path: { memberGroupId, advertiserId } }
  const list = useList({ endpoint: entityRegistrations.failedReport, field: 'details', call, columns: shown })
  useReloadOnChange(failed)
  const heading = t`Failed rows`
  const total = list.reply?.total ?? 0
  return (
    <section aria-label={heading}>
      <div className="registrations-head">
        <h3>{heading}</h3>
        {total > 0 && !isReadonly && <AllLinesActions acts={acts} total={total} />}
      </div>
      {acts.refused && (
        <Callout kind="error" isAnnounced heading={t`Couldn’t apply the action`}>
          {acts.refused}
        </Callout>
      )}
      <DataTable
        name="failed-registrations"
        label={t`Failed IDs`}
        density="comfortable"
        columns={shown}
        source={list.source}
        staleness={list.staleness}
        rowId={({ event_detail_id: id }) => String(id)}
        rowName={({ internal_id }) => internal_id}
        noSelection
        noExport
        empty={{ heading: t`No failed rows`, text: t`Rows that can’t be registered appear here with the reason.` }}
      />
    </section>
  )
}
