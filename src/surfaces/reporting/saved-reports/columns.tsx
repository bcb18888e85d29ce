import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type SavedReport, type SavedReportQuery, visibilities } from '../../../contract/saved-reports/saved-reports.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { dateRangeLabels } from '../../../ui/date/range-labels.ts'
import { dayRange } from '../../../ui/format/format.ts'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { frequencyWords, resultWords } from '../schedule/words.ts'
import { fieldName, visibilityWords } from '../words.ts'
import { useSavedReportActions } from './actions.tsx'
import { savedPath, schedulePath } from './mutations.ts'

type Column = GridColumn<SavedReport>
/** Number of fields that a summary names. */
const namedMost = 3
/** No current day, so that fixed days always name their year. */
const withYear = ''
type RunAction = (saved: SavedReport, id: string) => void

/** What a report contains: its metrics by its dimensions, and its dates. */
export function contentText({ dimensions, metrics, date_range: dates }: SavedReportQuery, entityWord: string, i18n: I18n): string {
  const namesOf = (ids: readonly string[]) => {
    const names = ids.slice(0, namedMost).map((id) => fieldName(id, i18n, entityWord))
    const others = ids.length - names.length
    return others > 0 ? `${names.join(', ')} +${others}` : names.join(', ')
  }
  const range =
    dates.preset === 'custom' ? dayRange(dates.start_date, dates.end_date, i18n.locale, withYear) : i18n._(dateRangeLabels[dates.preset])
  return [namesOf(dimensions), namesOf(metrics), range].filter(Boolean).join(' · ')
}

/** The report name, linked to the report or, in the list of mailed reports, to its schedule. */
function useNameColumn(act: RunAction, isOfMails: boolean): Column {
  const { t, i18n } = useLingui()
  const { singular: entityWord } = useLabel()
  const linkTo = usePathLink()
  const actsOf = useSavedReportActions()
  return columns.link('name', t`Report`, {
    width: 360,
    isSortable: true,
    isSearched: true,
    target: ({ saved_report_id: id, name }) => (isOfMails ? linkTo(schedulePath(id), t`Schedule`) : linkTo(savedPath(id), name)),
    note: ({ question }) => contentText(question, entityWord, i18n),
    acts: actsOf,
    onAct: act,
  })
}

/** The next run, the frequency, and whether the last run failed. */
function MailSchedule({
  mailed: { frequency, next_run_at: next, last_result: last },
}: {
  readonly mailed: NonNullable<SavedReport['mailed']>
}) {
  const { i18n } = useLingui()
  const often = i18n._(frequencyWords[frequency])
  return (
    <span className="cell-lines">
      <span>{next ? <DateTimeText moment={next} zone={ownZone()} /> : <Trans>Paused</Trans>}</span>
      <small>{last === 'failed' ? <Trans>{often} (last run failed)</Trans> : often}</small>
    </span>
  )
}

/** Schedule columns of mailed reports. */
function useMailColumns(): readonly Column[] {
  const { t, i18n } = useLingui()
  return [
    columns.text('next_run_at', t`Next run`, {
      width: 200,
      isSortable: true,
      value: ({ mailed }) => mailed?.next_run_at ?? null,
      render: ({ mailed }) => mailed && (mailed.next_run_at ? <DateTimeText moment={mailed.next_run_at} zone={ownZone()} /> : t`Paused`),
    }),
    columns.text('frequency', t`Frequency`, {
      width: 160,
      value: ({ mailed }) => mailed?.frequency ?? null,
      render: ({ mailed }) => mailed && i18n._(frequencyWords[mailed.frequency]),
    }),
    columns.text('last_result', t`Last run`, {
      width: 200,
      value: ({ mailed }) => mailed?.last_result ?? null,
      render: ({ mailed }) => mailed && (mailed.last_result ? i18n._(resultWords[mailed.last_result]) : t`Not sent yet.`),
    }),
  ]
}

/** Columns of the saved-report lists; mailed reports show their schedule instead of visibility and dates. */
export function useSavedColumns(act: RunAction, isOfMails: boolean): readonly Column[] {
  const { t, i18n } = useLingui()
  const name = useNameColumn(act, isOfMails)
  const mails = useMailColumns()
  const options = visibilities.map((value) => ({ value, label: i18n._(visibilityWords[value]) }))
  const owner = columns.text<SavedReport>('owner', t`Owner`, {
    width: 170,
    isSortable: true,
    isFiltered: true,
    render: (saved) => (saved.is_own ? t`You` : saved.owner),
  })
  if (isOfMails) return [name, ...mails, owner]
  return [
    name,
    columns.text('visibility', t`Visibility`, {
      width: 150,
      isSortable: true,
      options,
      render: ({ visibility }) => i18n._(visibilityWords[visibility]),
    }),
    owner,
    columns.text('next_run_at', t`Scheduled`, {
      width: 220,
      isSortable: true,
      value: ({ mailed }) => mailed?.next_run_at ?? null,
      render: ({ mailed }) => mailed && <MailSchedule mailed={mailed} />,
    }),
    columns.text('changed_at', t`Changed`, {
      width: 160,
      isSortable: true,
      render: ({ changed_at }) => <RelativeTime moment={changed_at} zone={ownZone()} />,
    }),
  ]
}
