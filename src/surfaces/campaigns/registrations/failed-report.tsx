import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { retryableRule } from '../../../contract/registrations/registrations.rules.ts'
import { entityRegistrations, type RegistrationDetail, registrationReportPage } from '../../../contract/registrations/registrations.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { problemText } from '../../../kit/problem.ts'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { reload } from '../../../ui/icon/icons.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { eyeOff } from '../../../ui/icon/control-icons.ts'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { ErrorState, LoadingSkeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { NumberText } from '../../../ui/format/number-text.tsx'
import { Failure } from './failure.tsx'
import { useLineActions } from './line-actions.ts'
import { Pager, usePageStart } from '../../../parts/resource/pager.tsx'
import { useRegistrant } from './registrant.tsx'

type Acts = ReturnType<typeof useLineActions>

/** Retry and Hide buttons of one line. */
function FailedLineActions({
  line,
  acts,
  onGone,
}: {
  readonly line: RegistrationDetail
  readonly acts: Acts
  readonly onGone: () => void
}) {
  const { t } = useLingui()
  const mayNot = useDisabledReason()({ permissions: ['entity_registrations.change'] })
  const { event_detail_id: id, internal_id, error_code } = line
  const same = retryableRule(error_code) === true ? undefined : t`This row can’t be retried. Upload the ID again in a new list`
  const leave = async (act: Promise<boolean>) => {
    if (await act) onGone()
  }
  return (
    <span className="line-acts">
      <IconButton
        icon={reload}
        label={t`Retry ${internal_id}`}
        disabledBecause={mayNot ?? same}
        onPress={() => void leave(acts.retry(id))}
      />
      <IconButton icon={eyeOff} label={t`Hide ${internal_id}`} disabledBecause={mayNot} onPress={() => void leave(acts.hide(id))} />
    </span>
  )
}

/** Retry and Hide buttons for all failed lines. */
function AllLinesActions({ acts, total }: { readonly acts: Acts; readonly total: number }) {
  const { t } = useLingui()
  const { setQuery } = usePath()
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
    if (isYes && (await hideAll())) setQuery({ failed: undefined })
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

/** Reads a page of the failed lines; reads it again when the number of failed lines changes. */
function useReport(failed: number) {
  const { memberGroupId, advertiserId } = useRegistrant()
  const start = usePageStart('failed')
  const body = { pagination: { start, count: registrationReportPage } }
  const report = useRead(entityRegistrations.failedReport, { path: { memberGroupId, advertiserId }, body }, { keepPreviousData: true })
  const { mutate } = report
  const seen = useRef(failed)
  useEffect(() => {
    if (seen.current === failed) return
    seen.current = failed
    void mutate()
  }, [failed, mutate])
  return { ...report, start }
}

function Rows({
  details,
  acts,
  onGone,
}: {
  readonly details: readonly RegistrationDetail[]
  readonly acts: Acts
  readonly onGone: () => void
}) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const columns = [
    { id: 'id', label: t`ID`, isNumber: false },
    { id: 'list', label: t`List`, isNumber: true },
    { id: 'line', label: t`Row`, isNumber: true },
    { id: 'why', label: t`Problem`, isNumber: false },
    ...(isReadonly ? [] : [{ id: 'acts', label: t`Actions`, isNumber: true }]),
  ]
  const rows = details.map((line) => ({
    id: String(line.event_detail_id),
    cells: [
      line.internal_id,
      line.event_id,
      <NumberText key="line" value={line.line} />,
      <Failure key="why" line={line} />,
      <FailedLineActions key="acts" line={line} acts={acts} onGone={onGone} />,
    ],
  }))
  return <Table caption={t`Failed IDs`} columns={columns} rows={rows} />
}

/** Failed lines with their errors; each can be retried or hidden. */
export function FailedReport({ failed }: { /** Failed lines in the visible lists. */ readonly failed: number }) {
  const { t, i18n } = useLingui()
  const { isReadonly } = useScope()
  const { setQuery } = usePath()
  const acts = useLineActions()
  const { data, error, mutate, start } = useReport(failed)
  const heading = t`Failed rows`
  const total = data?.total ?? 0
  /** When the last line of a page disappears, the previous page opens. */
  const gone = () => {
    if (data?.details.length === 1 && start > 0) setQuery({ failed: String(Math.max(0, start - registrationReportPage)) })
  }
  return (
    <section aria-label={heading} aria-busy={!data && !error}>
      <div className="registrations-head">
        <h3>{heading}</h3>
        {total > 0 && !isReadonly && <AllLinesActions acts={acts} total={total} />}
      </div>
      {acts.refused && (
        <Callout kind="error" isAnnounced heading={t`Couldn’t apply the action`}>
          {acts.refused}
        </Callout>
      )}
      {error && !data ? (
        <ErrorState
          heading={t`Couldn’t load the report`}
          reason={problemText(error, i18n)}
          requestId={error.requestId}
          onRetry={() => void mutate()}
        />
      ) : !data ? (
        <LoadingSkeleton height={160} />
      ) : total === 0 ? (
        <p className="quiet">{t`No failed rows.`}</p>
      ) : (
        <>
          <Rows details={data.details} acts={acts} onGone={gone} />
          <Pager label={heading} name="failed" size={registrationReportPage} total={total} />
        </>
      )}
    </section>
  )
}
